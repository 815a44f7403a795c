import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzz, fuzzTimeoutMs } from '#apps/service/testing/fuzz.ts';
import { createWriter } from '../writer.ts';
import { checkFigures, knownFigures, type MarkdownNode, parseMarkdown, plainLinks } from './check-figures.ts';
import { readUnit } from './figures.ts';
import type { Known } from './known-figures.ts';
import { asking, figureLink as link, known, shown, summary } from './testing-provider.ts';

describe('figures that a tool told', () => {
  test.each([
    ['The kitchen used **12.4 kWh** yesterday.', 'The kitchen used **‹12.4 kWh›** yesterday.'],
    ['It was **12.4** kWh, `12.4 kWh` or 12.4 units.', 'It was **‹12.4›** kWh, ‹12.4 kWh› or ‹12.4 units›.'],
    ['12,400 Wh, 0.0124 MWh, 12 kWh, about 12 kWh', '‹12,400 Wh›, ‹0.0124 MWh›, ‹12 kWh›, about ‹12 kWh›'],
    ['La cocina: 12,4 kWh y 1.234,50 €, un 25 %.', 'La cocina: ‹12,4 kWh› y ‹1.234,50 €›, un ‹25 %›.'],
    [
      'unos 1.200 €; 1 234,5 euros; €1,234.50; EUR 1234.5',
      'unos ‹1.200 €›; ‹1 234,5 euros›; ‹€1,234.50›; ‹EUR 1234.5›',
    ],
    ['रसोई: १२.४ kWh, 12.4 यूनिट, 25 प्रतिशत, ₹1,23,456', 'रसोई: ‹१२.४ kWh›, ‹12.4 यूनिट›, ‹25 प्रतिशत›, ‹₹1,23,456›'],
    [
      '188 L = 188,4 litros = 0.188 m³ = 49.8 gal = 188,400 mL',
      '‹188 L› = ‹188,4 litros› = ‹0.188 m³› = ‹49.8 gal› = ‹188,400 mL›',
    ],
    [
      '0.16 €/kWh; 16.23 ct; 1.84 kW; 3.5 hours; 210 minutes',
      '‹0.16 €›/kWh; ‹16.23 ct›; ‹1.84 kW›; ‹3.5 hours›; ‹210 minutes›',
    ],
    ['1.2 thousand €; 1,2 mil €; 1.23 लाख रुपये', '‹1.2 thousand €›; ‹1,2 mil €›; ‹1.23 लाख रुपये›'],
    ['above 250 kWh each costs €0.21', 'above ‹250 kWh› each costs ‹€0.21›'],
    ['12\u00a0kWh in 5 rooms, -12.4 kWh', '‹12\u00a0kWh› in ‹5› rooms, -‹12.4 kWh›'],
    [
      '| Room | kWh |\n|---|---|\n| Kitchen | 12.4 |\n| Hall | 9 |',
      '| Room | kWh |\n|---|---|\n| Kitchen | ‹12.4› |\n| Hall | ‹?9› |',
    ],
    [
      'twelve kWh, two hundred and fifty kWh, doce kWh, बारह यूनिट',
      '‹twelve kWh›, ‹two hundred and fifty kWh›, ‹doce kWh›, ‹बारह यूनिट›',
    ],
    ['twelve point four **kWh**, ①②.④ kWh', '‹twelve point four› **kWh**, ‹12.4 kWh›'],
    ['1. Today 4.2 kWh\n2. So far €31.45', '1. Today ‹4.2 kWh›\n2. So far ‹€31.45›'],
  ])('%s', (answer, expected) => {
    expect(shown(answer)).toBe(expected);
  });
});

describe('figures that nothing told', () => {
  test.each([
    ['It used 13 kWh, 12.5 kWh or 12.44 kWh.', 'It used ‹?13 kWh›, ‹?12.5 kWh› or ‹?12.44 kWh›.'],
    ['12.4 L, 12.4 €, 12.4 %, 188 kWh', '‹?12.4 L›, ‹?12.4 €›, ‹?12.4 %›, ‹?188 kWh›'],
    ['$1,234.50 is not €1,234.50', '‹?$1,234.50› is not ‹€1,234.50›'],
    ['8.2 kWh more than today (12.4 kWh - 4.2 kWh)', '‹?8.2 kWh› more than today (‹12.4 kWh› - ‹4.2 kWh›)'],
    ['10–12 kWh', '‹?10›–‹12 kWh›'],
    ['The lamp used 9000 kWh, the oven 8000 kWh.', 'The lamp used ‹?9000 kWh›, the oven ‹?8000 kWh›.'],
    ['Gastaste 77 litros; रसोई ने ९९ लीटर', 'Gastaste ‹?77 litros›; रसोई ने ‹?९९ लीटर›'],
    ['**99** kWh, *98 kWh*, # 97 kWh', '**‹?99›** kWh, *‹?98 kWh*›, # ‹?97 kWh›'.replace('*›', '›*')],
    ['&#57;&#57; kWh <b>98&nbsp;kWh</b>', '‹?99 kWh› ‹?98\u00a0kWh›'],
    [
      '12.4 thousand kWh, 12,4 mil kWh, 12.4 GWh, 12.4 kg, 12.4 times',
      '‹?12.4 thousand kWh›, ‹?12,4 mil kWh›, ‹?12.4 GWh›, ‹?12.4 kg›, ‹?12.4 times›',
    ],
    ['9 hours of 7 devices', '‹?9 hours› of ‹?7› devices'],
    // Whatever way they are written in.
    ['`99 kWh` in code', '‹?99 kWh› in code'],
    ['```\n98 kWh\n```', '‹?98 kWh›'],
    ['④② kWh, ４２ kWh, ٤٢ kWh, 4\u200b2 kWh, 4️⃣2️⃣ kWh', '‹?42 kWh›, ‹?42 kWh›, ‹?42 kWh›, ‹?42 kWh›, ‹?42 kWh›'],
    ['9½ kWh, 𝟵𝟵 kWh, ⑫ L', '‹?9.5 kWh›, ‹?99 kWh›, ‹?12 L›'],
    ['forty-two kWh and ninety-nine euros', '‹?forty-two kWh› and ‹?ninety-nine euros›'],
    ['cuarenta y dos kWh y noventa y nueve euros', '‹?cuarenta y dos kWh› y ‹?noventa y nueve euros›'],
    ['बयालीस यूनिट और साढ़े तीन सौ रुपये', '‹?बयालीस यूनिट› और ‹?साढ़े तीन सौ रुपये›'],
    // Nobody told it because it was asked with it.
    ['Yes, you used 300 kWh.', 'Yes, you used ‹?300 kWh›.'],
    ['Sí, fueron 300 kWh. हाँ, 300 यूनिट हुए।', 'Sí, fueron ‹?300 kWh›. हाँ, ‹?300 यूनिट› हुए।'],
  ])('%s', (answer, expected) => {
    expect(shown(answer)).toBe(expected);
  });

  test('are listed as they are written', () => {
    expect(checkFigures('13 kWh, ९९ लीटर y **77** €', known)).toEqual({
      content: '[13 kWh](#unverified), [९९ लीटर](#unverified) y **[77](#unverified)** €',
      unverified: ['13 kWh', '९९ लीटर', '77'],
    });
  });
});

describe('numbers that are no figures', () => {
  test.each([
    'On 21 November 2026 at 14:30, on 2026-11-20, 21/11/2026, November 21, 2026 and at 9 pm',
    'Del 1 al 31 de octubre de 2026, el 21.11.2026 a las 14:30, en 2026',
    '21 नवंबर 2026 को 14:30 बजे, 1 से 31 अक्टूबर 2026',
    'The 21st, the last 7 days, 12 months, 3 tips, 24/7, 14–20 November 2026',
    'Los últimos 7 días, 3 consejos; पिछले 7 दिन, 3 सुझाव',
    'CO2, CO₂, m³, Set it to 24 °C. Is 300 kWh a lot?',
    '1. One\n2. Two',
    'One of them, seven days, two hours, one kWh costs more; una vez, dos veces; एक यूनिट',
    'You asked about 300 kWh. The 300 kWh that you mention say little.',
    'Preguntas por 300 kWh. आपने 300 यूनिट के बारे में पूछा।',
  ])('%s', (answer) => {
    expect(checkFigures(answer, known)).toEqual({ content: answer, unverified: [] });
  });

  test('names of the household, but not names that are figures', () => {
    const named = knownFigures({
      facts: [],
      summary: {
        ...summary,
        devices: ['Heizung 7', 'Lamp 60 W', '99 kWh', '77 L', 'used 5000 kWh', '₹900 TV'].map((name) => ({ name })),
      },
      question: '',
    });
    expect(checkFigures('Heizung 7 and Lamp 60 W used 7 kWh, 99 kWh, 77 L', named).unverified).toEqual([
      '7 kWh',
      '99 kWh',
      '77 L',
    ]);
    expect(checkFigures('It used 5000 kWh, ₹900', named).unverified).toEqual(['5000 kWh', '₹900']);
    expect(shown('The TV 2 in the Casa de Ana')).toBe('The TV 2 in the Casa de Ana');
  });
});

const units = { energy: ['Wh', 'kWh', 'MWh'], power: ['W', 'kW'], volume: ['mL', 'L', 'm³', 'gal'] };
const anyUnits = fc
  .constantFrom(...Object.values(units))
  .chain((family) => fc.tuple(fc.constantFrom(...family), fc.constantFrom(...family)));
const oneOf = (value: number, unit: string): Known => ({
  figures: [{ value, unit: readUnit(unit), link }],
  words: [],
  asked: [],
});
const sizeOf = (unit: string): number => readUnit(unit)?.size ?? 1;

describe('whatever the number is', () => {
  const anyValue = fc.integer({ min: 1, max: 9_999_999 }).map((hundredths) => hundredths / 100);
  const writers = [
    createWriter('en', { ...asking.home, country: 'GB' }),
    createWriter('en', { ...asking.home, country: 'IN' }),
    createWriter('es', { ...asking.home, country: 'ES' }),
    createWriter('es', { ...asking.home, country: 'MX' }),
    createWriter('hi', { ...asking.home, country: 'IN' }),
  ];

  test(
    'a known one, rounded and in another unit, is verified, in each way of writing',
    () => {
      fc.assert(
        fc.property(
          anyValue,
          anyUnits,
          fc.constantFrom(...writers),
          fc.nat({ max: 3 }),
          (value, [from, to], write, digits) => {
            const written = `${write.number((value * sizeOf(from)) / sizeOf(to), digits)} ${to}`;
            expect(checkFigures(`So ${written}.`, oneOf(value, from)).content).toBe(`So [${written}](${link}).`);
          },
        ),
        fuzz,
      );
    },
    fuzzTimeoutMs,
  );

  test(
    'one that is far from all that are known never is',
    () => {
      fc.assert(
        fc.property(anyValue, anyUnits, fc.constantFrom(...writers), (value, [from, to], write) => {
          const other = (value * sizeOf(from) * 1.5) / sizeOf(to) + 1.7;
          const written = `${write.number(other, 2)} ${to}`;
          expect(checkFigures(`So ${written}.`, oneOf(value, from)).unverified).toEqual([written]);
        }),
        fuzz,
      );
    },
    fuzzTimeoutMs,
  );

  test(
    'the words stay: without its marks the content is the answer',
    () => {
      const word = fc.constantFrom(
        '12.4 kWh',
        '**99** L',
        '- 5 €',
        '\n\n',
        '| 3 |',
        'TV 2',
        '१२ यूनिट',
        'ayer',
        '# 2',
        '1) 5',
      );
      fc.assert(
        fc.property(fc.array(word, { maxLength: 20 }), (words) => {
          const answer = words.join(' ');
          const { content } = checkFigures(answer, known);
          expect(content.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')).toBe(answer);
        }),
        fuzz,
      );
    },
    fuzzTimeoutMs,
  );

  test(
    'no text at all breaks it',
    () => {
      const marks = fc.string({
        unit: fc.constantFrom(
          '[',
          ']',
          '(',
          ')',
          '!',
          '<',
          '>',
          '/',
          '1',
          '.',
          ',',
          '|',
          '\n',
          '*',
          '`',
          '&',
          '#',
          ';',
          'a',
          '\\',
          'http://e',
        ),
      });
      fc.assert(
        fc.property(marks, (answer) => {
          expect(checkFigures(answer, known).content).not.toMatch(/\]\(http/);
        }),
        fuzz,
      );
    },
    fuzzTimeoutMs,
  );
});

describe('links, images and addresses of the model', () => {
  test.each([
    ['[see](https://evil.example/?d=12)', 'see'],
    ['![pixel](https://evil.example/p.png?d=1)', 'pixel'],
    ['![][1]\n\n[1]: https://evil.example', '\n\n'],
    ['[[a](http://x.example)](http://evil.example)', 'a'],
    ['<https://evil.example/?d=1> www.evil.example/x', '… …'],
    ['<img src="https://evil.example/p.png"><a href="//evil.example">go</a>', 'go'],
    ['[a](//evil.example) [b](/\\evil.example) [c](/analytics.evil.example) [d](javascript:alert)', 'a b c d'],
    ['[a](/devices) [b](/analytics?period=day) [c](/api/v1/account)', '[a](/devices) [b](/analytics?period=day) c'],
    ['[e](/devices//evil.example)', 'e'],
    ['[![f](https://evil.example/p.png)<img src=x>](/devices)', '[f](/devices)'],
    ['[99 kWh](/analytics)', '[99 kWh](#unverified)'],
  ])('%s', (answer, expected) => {
    expect(checkFigures(answer, known).content).toBe(expected);
  });
});

type Placed = readonly [node: MarkdownNode, depth: number];

/** What its reader sees, in its order, and how deep each stands. */
const nodesOf = (markdown: string): readonly Placed[] => {
  const nodes: Placed[] = [];
  const waiting: Placed[] = [[parseMarkdown(markdown), -1]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, depth] = next;
    nodes.push(next);
    if ('children' in node) waiting.push(...node.children.toReversed().map((child): Placed => [child, depth + 1]));
  }
  return nodes;
};

const readAs = (markdown: string): string =>
  nodesOf(markdown)
    .map(([node]) => (node.type === 'text' ? node.value : ''))
    .join('');

describe('addresses that were written so that they are seen only when read', () => {
  test.each([
    ['Pay at https:\\/\\/evil.example now', 'Pay at … now'],
    ['Pay at https:&sol;&sol;evil.example/?d=1 now', 'Pay at … now'],
    ['Pay at https&colon;//evil.example now', 'Pay at … now'],
    ['Pay at &#104;ttps&#58;&#x2f;/evil.example now', 'Pay at … now'],
    ['Pay at www\\.evil.example or www&period;evil.example', 'Pay at … or …'],
    ['**https:\\/\\/evil.example** and *x*', '… and x'],
    ['- 1\\. https\\://evil.example', '1. …'],
    ['> # https:\\/\\/evil.example', '…'],
    ['_https://evil.example', '_…'],
    [`${'a'.repeat(40)}https://evil.example`, `${'a'.repeat(24)}…`],
    ['a <b>https:</b>//evil.example', 'a …'],
    ['javascript&colon;alert(1) mailto\\:a@evil.example', '…) …'],
    ['[https:\\/\\/evil.example](/devices)', '…'],
    ['\\[a\\](https:\\/\\/evil.example) \\*\\*b\\*\\*', '[a](…) **b**'],
    ['evil.example, R&D and 1\\) stay', 'evil.example, R&D and 1) stay'],
  ])('%s', (answer, expected) => {
    expect(readAs(plainLinks(answer))).toBe(expected);
  });

  test('figures that are written so are read as they are shown', () => {
    expect(checkFigures('12\\.4 kWh, 1&comma;234\\.50 €, &#57;9&nbsp;L', known)).toEqual({
      content: '[12.4 kWh](/analytics?period=day), [1,234.50 €](/analytics?period=day), [99\u00a0L](#unverified)',
      unverified: ['99\u00a0L'],
    });
  });
});

describe('deep nests', () => {
  const core = '[Pay](https://evil.example/?d=1) 999 kWh';
  test.each([
    ['quotes', `${'> '.repeat(3900)}${core}`],
    ['lists', `${'- '.repeat(3900)}${core}`],
    ['numbered lists', `${'1) '.repeat(2600)}${core}`],
    ['both', `${'> - '.repeat(1900)}${core}`],
    ['emphasis', `${'*a '.repeat(1300)}${core}${' b*'.repeat(1300)}`],
    ['brackets', `${'['.repeat(2000)}${core}${'](/devices)'.repeat(500)}`],
    ['lists of lines', Array.from({ length: 100 }, (_, at) => `${' '.repeat(at)}- a`).join('\n') + core],
  ])('of %s are reduced to their words', (_, answer) => {
    const { content, unverified } = checkFigures(answer, known);
    expect(unverified).toEqual(['999 kWh']);
    expect(content).toContain('Pay [999 kWh](#unverified)');
    expect(content).not.toContain('evil');
  });

  test('that people write stay as they are', () => {
    const answer = '- a\n  - b\n    - **c**\n      - d\n\n> - x\n>   > y\n';
    expect(plainLinks(answer)).toBe(answer);
  });
});

const ours = /^(?:#unverified|\/devices|\/analytics\?period=day)$/;
const readAsAddress = /[a-z]:\/\/|(?<![\p{L}\d])www\.\w/iu;

/** Pages draw links down to the twelfth level. */
const isPlain = ([node, depth]: Placed): boolean => {
  if (node.type === 'text') return !readAsAddress.test(node.value);
  if (node.type === 'link') return ours.test(node.url) && depth <= 12;
  return !/image|html|definition|Reference/.test(node.type);
};

test.each(['Wow!99 kWh', '![\\1) ', 'so\\99 kWh', 'so\\!99 kWh', '!!99 kWh'])(
  'a sign before a figure is no image of it: %s',
  (said) => {
    const { content } = checkFigures(said, known);
    expect(nodesOf(content).filter((placed) => !isPlain(placed))).toEqual([]);
    expect(content).toMatch(/\]\(/);
  },
);

const marks =
  '> |>|- |* |1) |!|1|*|**|_|[|](|)|![|]|](/devices)|<b>|</b>|<|`|\\|&colon;|&sol;|&|\n|\n\n|  |# |https:|/|:|www.|e.example|99 kWh|a|\n[a]: |<!--|-->|&#47;|\t|~~~\n|\n---\n|=\n|\\/';

test(
  'no text breaks it; none holds an address, a link that is not ours, or a figure deeper than pages draw links',
  () => {
    const mark = fc.constantFrom('|', '|-|-|\n', ...marks.split('|'));
    const text = fc.array(mark, { maxLength: 40 });
    const row = fc.tuple(mark, fc.nat({ max: 200 })).map(([one, count]) => one.repeat(count));
    const nest = fc.array(fc.oneof(mark, row), { maxLength: 12 });
    fc.assert(
      fc.property(fc.oneof(text, nest), (parts) => {
        const { content } = checkFigures(parts.join('').slice(0, 2000), known);
        expect(content).not.toMatch(/[a-z]:\/\//i);
        expect(nodesOf(content).filter((placed) => !isPlain(placed))).toEqual([]);
      }),
      { numRuns: Math.min(fuzz.numRuns, 5000) },
    );
  },
  fuzzTimeoutMs,
);
