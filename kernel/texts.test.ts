import { expect, test, vi } from 'vitest';
import { textsIn } from './texts.ts';

test('C1.4 a text is said in each language, with its plural and with the number as it is written', () => {
  expect(textsIn('es', 'rooms')('kitchen')).toBe('Cocina');
  expect(textsIn('en', 'pdf')('days', { count: 1 })).toBe('1 day');
  expect(textsIn('en', 'pdf')('days', { count: 1200, counted: '1,200' })).toBe('1,200 days');
  expect(textsIn('es', 'pdf')('days', { count: 1_000_000 })).toBe('1000000 de días');
  expect(textsIn('hi', 'billing', 'detail')('perName.month')).toBe('महीना');
});

test('what people wrote is not read as a text: marks, nested keys and signs stay as they are', () => {
  const say = textsIn('en', 'mails', 'contact');
  expect(say('subject', { topic: '{{subject}} $t(name)', subject: '$& {{topic}} <b>' })).toBe(
    '[{{subject}} $t(name)] $& {{topic}} <b>',
  );
});

test('a key that is not there is no type, and a value that is missing is told', () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(textsIn('en', 'mails', 'contact')('subject', { topic: 'Support' })).toBe('[Support] ');
  expect(told).toHaveBeenCalledExactlyOnceWith('The text contact.subject lacks its subject');
  told.mockRestore();
  // @ts-expect-error -- no text has this name
  expect(textsIn('en', 'mails')('contact.nothing')).toBe('contact.nothing');
});
