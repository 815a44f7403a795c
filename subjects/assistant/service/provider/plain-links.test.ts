import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzz, fuzzTimeoutMs } from '#apps/service/testing/fuzz.ts';
import { checkFigures, type MarkdownNode, parseMarkdown, plainLinks } from './check-figures.ts';
import { known } from './testing-figures.ts';

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
