import { expect, test } from 'vitest';
import { injections } from '#catalogue/testing-injections.ts';
import { inAppAddress, plainText } from './answer-text.tsx';

test('an answer is copied as its words: no marks, no addresses', () => {
  expect(
    plainText(
      'You used **[12.4 kWh](/analytics?period=day)**.\n\n- Kitchen [4](/analytics)\n- Hall 2\n\n2. a\n3. b\n\n| Room | kWh |\n| --- | ---: |\n| Hall | 2 |\n\n> Old<br>words',
    ),
  ).toBe('You used 12.4 kWh.\n\n- Kitchen 4\n- Hall 2\n\n2. a\n3. b\n\nRoom\tkWh\nHall\t2\n\nOld<br>words');
});

test.each([
  ['quotes', '> '.repeat(3900) + 'words'],
  ['lists', '- '.repeat(800) + 'words'],
  ['emphasis', '*a '.repeat(500) + 'words' + ' b*'.repeat(500)],
])('%s within each other hundreds of times are copied too', (_, text) => {
  expect(plainText(text)).toContain('words');
});

test.each([
  '/',
  '/#faq',
  '/?install=1',
  '/analytics?period=day&utility=water',
  '/devices#device-1',
  '/devices/connect',
  '/billing',
  '/dashboard',
  '/contact#faq-leak',
  '/profile',
  '/community?part=events',
  '/health',
])('%s is a page of ours', (address) => expect(inAppAddress(address)).toBe(address));

test.each([
  '//evil.example',
  '//evil.example/analytics',
  '//',
  '/;//evil.example',
  '/?a\\b',
  '/.',
  '/..//evil.example',
  '/\\evil.example',
  '/analytics\\..\\x',
  '/analytics/../api/v1/x',
  '/analyticsx',
  '/api/v1/usage',
  '/admin/faq-requests',
  '/auth/v1/logout',
  'https://evil.example/analytics',
  'analytics',
  '/analytics?a=b c',
  '/billing\n//x',
  '',
  ...injections,
])('%j is none', (address) => expect(inAppAddress(address)).toBeUndefined());
