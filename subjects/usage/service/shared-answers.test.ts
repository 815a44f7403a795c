import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAnswerCache } from './shared-answers.ts';

type Changed = (households: readonly string[]) => void;

const homeA = 'aaaaaaaa-0000-4000-8000-000000000000';
const homeB = 'bbbbbbbb-0000-4000-8000-000000000000';
const ann = { userId: 'ann', household: homeA, key: 'days' };

/** A cache over households whose figure is a number; how often each question was really made is counted. */
const openCache = (maxChars?: number) => {
  let clock = 0;
  const heard: { changed?: Changed; missed?: () => void } = {};
  const follow = (changed: Changed, missed: () => void) => {
    Object.assign(heard, { changed, missed });
  };
  const options = { now: () => clock, maxAgeMs: 1_000 };
  const cache = createAnswerCache({ follow }, maxChars === undefined ? options : { ...options, maxChars });
  let made = 0;
  return {
    cache,
    pass: (ms: number) => (clock += ms),
    change: (...households: string[]) => heard.changed?.(households),
    miss: () => heard.missed?.(),
    made: () => made,
    make:
      (household: string, figure: number | string = 0, origin = 'measured') =>
      async () => {
        made += 1;
        return `{"household":"${household}","timeZone":"UTC","origin":"${origin}","figure":${figure}}`;
      },
  };
};

describe('an answer is made once', () => {
  test('until its household changes, whoever else’s does', async () => {
    const { cache, make, made, change } = openCache();
    const ask = (figure: number) => cache.answer(ann, make(homeA, figure));
    expect(await ask(1)).toContain('"figure":1');
    change(homeB);
    expect(await ask(2)).toContain('"figure":1');
    change(homeB, homeA);
    expect(await ask(3)).toContain('"figure":3');
    expect(made()).toBe(2);
  });

  test('for one person and one question; the household’s name may be written in capitals', async () => {
    const { cache, make, made } = openCache();
    await cache.answer(ann, make(homeA));
    await cache.answer({ ...ann, household: homeA.toUpperCase() }, make(homeA));
    expect(made()).toBe(1);
    await cache.answer({ ...ann, userId: 'bob' }, make(homeA));
    await cache.answer({ ...ann, key: 'months' }, make(homeA));
    expect(made()).toBe(3);
  });

  test('for all who ask the same at the same moment', async () => {
    const { cache, make, made } = openCache();
    await Promise.all(Array.from({ length: 20 }, () => cache.answer(ann, make(homeA))));
    expect(made()).toBe(1);
  });

  test('for no longer than was said, and not when word of changes may have been missed', async () => {
    const { cache, make, made, pass, miss } = openCache();
    await cache.answer(ann, make(homeA));
    pass(999);
    await cache.answer(ann, make(homeA));
    expect(made()).toBe(1);
    pass(1);
    await cache.answer(ann, make(homeA));
    expect(made()).toBe(2);
    miss();
    await cache.answer(ann, make(homeA));
    expect(made()).toBe(3);
  });
});

describe('not kept is', () => {
  test('what was asked of the database before a change and answered after it', async () => {
    const { cache, make, change } = openCache();
    let read: (answer: string) => void = () => {};
    const early = cache.answer(ann, () => new Promise((resolve) => (read = resolve)));
    change(homeA);
    const late = cache.answer(ann, make(homeA, 2));
    read(await make(homeA, 1)());
    expect(await early).toContain('"figure":1');
    expect(await late).toContain('"figure":2');
    expect(await cache.answer(ann, make(homeA, 3))).toContain('"figure":2');
  });

  test('a failure', async () => {
    const { cache, make } = openCache();
    await expect(cache.answer(ann, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.answer(ann, make(homeA, 1))).toContain('"figure":1');
  });

  test.each(['simulated', 'none'])('what stands on another household as well: %s', async (origin) => {
    const { cache, make, made } = openCache();
    await cache.answer(ann, make(homeA, 1, origin));
    await cache.answer(ann, make(homeA, 1, origin));
    expect(made()).toBe(2);
  });
});

describe('a person’s first household', () => {
  const first = { ...ann, household: undefined };

  test('is learned from the first answer, and kept from the second', async () => {
    const { cache, make, made, change } = openCache();
    for (const figure of [1, 2, 3, 4]) await cache.answer(first, make(homeA, figure));
    expect(made()).toBe(2);
    change(homeA);
    expect(await cache.answer(first, make(homeA, 5))).toContain('"figure":5');
  });

  test('may become another one', async () => {
    const { cache, make, change } = openCache();
    for (const figure of [1, 2]) await cache.answer(first, make(homeA, figure));
    change(homeA);
    for (const figure of [3, 4]) await cache.answer(first, make(homeB, figure));
    change(homeB);
    expect(await cache.answer(first, make(homeB, 5))).toContain('"figure":5');
    expect(await cache.answer(first, make(homeB, 6))).toContain('"figure":5');
  });
});

test('the households asked about longest ago give way when there is too much', async () => {
  const { cache, make, made } = openCache(2_500);
  const long = `"${'x'.repeat(900)}"`;
  const homes = ['1', '2', '3'].map((digit) => homeA.replaceAll('a', digit));
  const ask = (household = '') => cache.answer({ ...ann, household }, make(household, long));
  for (const home of [homes[0], homes[1], homes[0], homes[2]]) await ask(home);
  expect(made()).toBe(3);
  await ask(homes[0]);
  expect(made()).toBe(3);
  await ask(homes[1]);
  expect(made()).toBe(4);
});

test('nobody who asks after a change is answered from before it, in whatever order questions, answers and changes come', async () => {
  const step = fc.record({
    what: fc.constantFrom('ask', 'ask', 'answer', 'change', 'pass'),
    household: fc.constantFrom(homeA, homeB),
    isFirst: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { cache, change, pass } = openCache();
      const figures = new Map([
        [homeA, 0],
        [homeB, 0],
      ]);
      const open: (() => void)[] = [];
      const asked: Promise<{ known: number; answered: number }>[] = [];
      for (const { what, household: named, isFirst } of steps) {
        const household = isFirst ? homeA : named;
        const figure = figures.get(household) ?? 0;
        if (what === 'ask') {
          const make = () => {
            const read = `{"household":"${household}","origin":"measured","figure":${figures.get(household)}}`;
            return new Promise<string>((resolve) => open.push(() => resolve(read)));
          };
          const answer = cache.answer({ ...ann, household: isFirst ? undefined : household }, make);
          asked.push(answer.then((text) => ({ known: figure, answered: JSON.parse(text).figure as number })));
        }
        if (what === 'answer') open.shift()?.();
        if (what === 'pass') pass(600);
        if (what === 'change') {
          figures.set(household, figure + 1);
          change(household);
        }
        await Promise.resolve();
      }
      for (const answer of open) answer();
      for (const { known, answered } of await Promise.all(asked)) expect(answered).toBeGreaterThanOrEqual(known);
    }),
  );
});
