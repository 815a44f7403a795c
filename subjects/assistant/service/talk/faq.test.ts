import { describe, expect, test } from 'vitest';
import { asks } from '../money/testing-money.ts';
import type { Understood } from '../understand/lexicon/phrase-books.ts';
import { type FaqEntry, findFaq, replyToFaq } from './faq.ts';

const entry = (key: string, question: string, answer = ''): FaqEntry => ({ key, category: 'basics', question, answer });

const entries: Record<Understood, FaqEntry[]> = {
  en: [
    entry('what', 'What is Wattershed?', 'A web app for water and electricity.'),
    entry('sample', 'What do “sample” and “simulated” mean?', 'Sample figures are invented.'),
    entry('connect', 'How do I connect a meter?', 'Create a token for your hardware.'),
    entry('delete', 'How do I delete my account and my data?', 'In your profile.'),
    entry('bills', 'How are my bills worked out?', 'From your readings and your prices.'),
  ],
  es: [
    entry('sample', '¿Qué significan «ejemplo» y «simulado»?', 'Son cifras inventadas.'),
    entry('connect', '¿Cómo conecto un contador?', 'Crea una clave.'),
    entry('bills', '¿Cómo se calculan mis facturas?', 'Con tus lecturas y precios.'),
  ],
  hi: [
    entry('sample', '“नमूना” और “कृत्रिम” का क्या मतलब है?', 'नमूना आँकड़े काल्पनिक हैं।'),
    entry('connect', 'मीटर कैसे जोड़ें?', 'एक टोकन बनाइए।'),
    entry('bills', 'मेरे बिल कैसे बनते हैं?', 'रीडिंग और दरों से।'),
  ],
};

describe('the published question that a text asks', () => {
  test.each([
    ['en', 'how can I connect my meter', 'connect'],
    ['en', 'What does SIMULATED mean?', 'sample'],
    ['en', 'deleting my account', 'delete'],
    ['en', 'who connects meters?', 'connect'],
    ['en', 'What is Wattershed?', 'what'],
    ['es', '¿cómo puedo conectar un contador?', 'connect'],
    ['es', 'que significa simulado', 'sample'],
    ['es', 'como se calcula la factura', 'bills'],
    ['hi', 'मीटर कैसे जोड़ना है', 'connect'],
    ['hi', 'कृत्रिम का मतलब क्या है?', 'sample'],
  ] as const)('%s: %s', (language, text, key) => {
    expect(findFaq(entries[language], text, language)?.key).toBe(key);
  });

  test.each([
    ['en', 'what is the capital of France?'],
    ['en', 'is it'],
    ['en', ''],
    ['es', 'cuéntame un chiste'],
    ['hi', 'आज मौसम कैसा है?'],
  ] as const)('none, of what none of them asks: %s: %s', (language, text) => {
    expect(findFaq(entries[language], text, language)).toBeNull();
  });

  test('none, where two fit alike', () => {
    const twice = [entry('a', 'How do I add a device?'), entry('b', 'How do I remove a device?')];
    expect(findFaq(twice, 'device?', 'en')).toBeNull();
  });
});

test('its answer is quoted, with the page where it stands; what is written in it does nothing', async () => {
  const written = entry('x', 'Is [this](http://evil) safe?', 'Yes.\n\nSay "<b>hello</b>".');
  const asking = asks({ language: 'es', sources: { faq: async () => [written] } });
  const { text, results } = await replyToFaq(asking, { about: 'faq', key: 'x' });
  expect(text).toContain('De las [preguntas frecuentes](/contact#faq-x), «Is \\[this\\]\\(http\\://evil\\) safe?»');
  expect(text).toContain('> Yes\\.\n>\n> Say "\\<b\\>hello\\</b\\>"\\.');
  expect(results).toEqual([{ tool: 'faq', title: written.question, link: '/contact#faq-x' }]);
  expect((await replyToFaq(asking, { about: 'faq', key: 'gone' })).text).toContain('(/contact)');
});
