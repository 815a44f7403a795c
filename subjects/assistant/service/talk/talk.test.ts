import type { Language } from '#catalogue/index.ts';
import { describe, expect, test } from 'vitest';
import type { Intent } from '../intent.ts';
import { escapeMarkdown } from '../writer.ts';
import { asks } from '../money/testing-money.ts';
import { replyTo, replyToIntent } from '../topics.ts';
import { all, fakeAsking, steady, yesterday } from '../usage/testing-use.ts';
import { type FaqEntry, findFaq, replyToFaq, visitorReply } from './faq.ts';
import { suggestionsFor } from '../topics.ts';

const languages = ['en', 'es', 'hi'] as const;

const shift = {
  en: 'Shift heavy use to off-peak hours',
  es: 'Pasa el mayor consumo a las horas valle',
  hi: 'भारी खपत सस्ते घंटों में करें',
};
const leaks = { en: 'Fix leaks', es: 'Repara las fugas', hi: 'रिसाव ठीक कराएँ' };

const dangers = ['fire', 'gas', 'shock', 'flood', 'grave', 'unwell'] as const;

describe('where somebody is in danger, or not well', () => {
  test.each([
    ['ES', '112'],
    ['IN', '112'],
    ['US', '911'],
    ['MX', '911'],
    ['BR', '190'],
    ['AU', '000'],
    [null, '112'],
  ])('in %s the number to call is %s, and no figure of the home is told', async (country, number) => {
    for (const language of languages)
      for (const what of dangers) {
        const asking = fakeAsking({ language, home: { country } });
        const { text, results, proposes } = await replyToIntent(asking, { about: 'safety', what });
        expect(text.match(/\d+/g)).toEqual([number]);
        expect([results, proposes]).toEqual([[], undefined]);
      }
  });

  test.each(languages)('%s: who is not signed in is told so too', (language) => {
    expect(visitorReply(language, { about: 'safety', what: 'fire' }, null).text).toMatch(/^\*\*[^*]*112/);
  });
});

test.each(languages)('%s: what was not taken into account stands before the answer', async (language) => {
  const words = '*without* the AC';
  const { text } = await replyTo(fakeAsking({ language }), { about: 'thanks' }, '', [{ kind: 'left-out', words }]);
  const [first, ...rest] = text.split('\n\n');
  expect(first).toContain(escapeMarkdown(words));
  expect(rest).toHaveLength(1);
});

describe('C9.5 tips', () => {
  test.each(languages)('%s: three of them, each with its reason from the home’s own figures', async (language) => {
    const hours = [
      ...steady('2026-11-20', 'oven', 100),
      { at: '2026-11-20T19:00:00Z', device: 'oven', used: 900, coveredS: 0 },
    ];
    const alwaysOn = { watts: 85, cost: '1', month: '2' };
    const { text } = await replyToIntent(fakeAsking({ language, hours, alwaysOn }), { about: 'tips', utility: null });
    for (const part of [shift[language], '24°C', leaks[language], '19:00', '20:00', '85\u00a0W', '/billing']) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/\[1[.,]00\u00a0kWh\]\(\/analytics/);
  });

  test('an air conditioner is named with what it used', async () => {
    const cooler = {
      id: 'ac',
      name: 'Bedroom AC',
      room: 'bedroom',
      utility: 'electricity',
      isActive: true,
      commands: false,
    } as const;
    const asking = fakeAsking({ hours: steady('2026-11-20', 'ac', 500), home: { devices: [cooler] } });
    const { text } = await replyToIntent(asking, { about: 'tips', utility: 'electricity' });
    expect(text).toMatch(/24°C.*Bedroom AC \[12\.0\u00a0kWh\]/);
    expect(text).not.toContain(leaks.en);
  });

  test('water that runs is the first of them', async () => {
    const notice = {
      kind: 'running-water',
      device: 'tap',
      since: '2026-11-22T02:15:00Z',
      endedAt: null,
      isDismissed: false,
      utility: null,
      figures: { usedMl: 1_076_000, floorMlPerHour: 8200, leakMl: 213_400 },
    } as const;
    const { text } = await replyToIntent(fakeAsking({ notices: [notice] }), { about: 'tips', utility: null });
    expect(text).toMatch(/^- \*\*Fix leaks\.\*\* .*\[213\u00a0L\]/);
  });

  test('without readings there is no figure in them', async () => {
    const { text } = await replyToIntent(fakeAsking({ home: { hasReadings: false } }), {
      about: 'tips',
      utility: null,
    });
    expect(text.replace('24°C', '')).not.toMatch(/\d/);
  });

  const canned: Intent[] = [
    { about: 'usage', part: all, period: yesterday, ask: 'total' },
    { about: 'bill', ask: 'so-far', utility: null },
    { about: 'devices', ask: 'list', room: null, utility: null },
    { about: 'tips', utility: null },
  ];
  test.each(languages)('%s: visitors read them where figures would need an account', (language) => {
    for (const intent of canned) {
      const { text, results } = visitorReply(language, intent, null);
      expect(text).toContain(shift[language]);
      expect(text).toContain('24°C');
      expect(text).toContain(leaks[language]);
      expect(text.replace('24°C', '')).not.toMatch(/\d/);
      expect(results).toEqual([]);
    }
    expect(visitorReply(language, { about: 'bill', ask: 'so-far', utility: null }, null).text).toContain('](/)');
  });
});

describe('without figures', () => {
  test.each(languages)('C5.1 %s: help names the four commands, questions to ask, and the tips', async (language) => {
    const { text } = await replyToIntent(fakeAsking({ language }), { about: 'help' });
    for (const command of ['/help', '/usage', '/devices', '/billing']) expect(text).toContain(`\`${command}\``);
    expect(suggestionsFor(fakeAsking({ language }), { about: 'help' })).toHaveLength(3);
    expect(text).toContain('24°C');
  });

  test('what the home has not is told by what it has', async () => {
    const asking = fakeAsking({});
    const room = await replyToIntent(asking, { about: 'impossible', why: 'unknown-room', named: 'sauna' });
    expect(room.text).toBe(
      'There is no room called “sauna” in your home.\n\nYour home has [2 rooms](/devices): Kitchen and Bedroom.',
    );
    const device = await replyToIntent(asking, { about: 'impossible', why: 'unknown-device', named: null });
    expect(device.text).toContain('There is no such device in your home.');
    expect(device.text).toContain('[Oven](/devices#device-oven)');
  });

  test('a refusal does not repeat what was ordered', async () => {
    const { text, results } = await replyToIntent(fakeAsking({}), { about: 'refused' });
    expect(text.split('. ')).toHaveLength(1);
    expect(results).toEqual([]);
  });

  test('choices are told as they can be asked', async () => {
    const { text } = await replyToIntent(fakeAsking({}), {
      about: 'unclear',
      what: 'device',
      choices: ['Lamp *one*', 'Lamp two', 'Lamp 3', 'Lamp 4'],
    });
    // More than can be pressed.
    expect(text).toBe('Which device do you mean?\n\n- Lamp \\*one\\*\n- Lamp two\n- Lamp 3\n- Lamp 4');
  });

  test('a frequent question answers a visitor in its own words, as text', () => {
    const entry = {
      key: 'free',
      category: 'account',
      question: 'Is it free?',
      answer: 'Yes.\n\nSee [x](http://evil).',
    } as never;
    expect(visitorReply('en', { about: 'unknown' }, entry).text).toBe(
      '**[Is it free?](/contact#faq-free)**\n\n> Yes\\.\n>\n> See \\[x\\]\\(http\\://evil\\)\\.',
    );
  });
});

test('C9.5 guests read the simulated home’s own figures in the tips', async () => {
  const asking = fakeAsking({ hours: steady('2026-11-20', 'oven', 100), home: { kind: 'guest', hasReadings: false } });
  const { text } = await replyToIntent(asking, { about: 'tips', utility: 'electricity' });
  expect(text).toContain('[0.10\u00a0kWh]');
});

const entry = (key: string, question: string, answer = ''): FaqEntry => ({ key, category: 'basics', question, answer });

const entries: Record<Language, FaqEntry[]> = {
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
