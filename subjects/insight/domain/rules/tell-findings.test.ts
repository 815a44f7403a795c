import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { replayRule } from './replay.ts';
import type { HomeLook, Rule } from './rule.ts';
import { cautionOf, findingNews, type FoundByRule, type ToldFinding } from './tell-findings.ts';

const dayS = 86_400;
const kinds = ['running-water', 'meter-check'] as const;
const found = fc.record({
  kind: fc.constantFrom(...kinds),
  meterId: fc.constantFrom('1', '2', '3'),
  since: fc.integer({ min: 0, max: 100 }),
  figures: fc.constant({}),
  costsPerDay: fc.constant(null),
});
const toldOnce = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom(...kinds),
    meterId: fc.constantFrom('1', '2', '3'),
    endedAt: fc.option(fc.integer({ min: 1, max: 100 })),
  }),
  { selector: ({ kind, meterId, endedAt }) => `${kind} ${meterId} ${endedAt === null ? 'open' : endedAt}` },
);
const key = ({ kind, meterId }: { kind: string; meterId: string }) => `${kind} ${meterId}`;

test('each finding begins, lasts or is there again, once a meter and kind; whatever is open and not found ends', () => {
  fc.assert(
    fc.property(fc.array(found), toldOnce, (all: FoundByRule[], told: ToldFinding[]) => {
      const { begun, lasting, ended } = findingNews(all, told);
      const told2 = [...begun, ...lasting.map((one) => one.found)].map(key);
      expect(new Set(told2)).toEqual(new Set(all.map(key)));
      expect(told2).toHaveLength(new Set(told2).size);
      const open = told.filter(({ endedAt }) => endedAt === null);
      expect(new Set([...ended, ...lasting.map(({ id }) => id)])).toEqual(
        new Set([...open.map(({ id }) => id), ...lasting.map(({ id }) => id)]),
      );
      // Nothing begins beside an open one of its kind at its meter.
      for (const one of begun) expect(open.map(key)).not.toContain(key(one));
    }),
  );
});

test('what is found again and began before its end is the same event; what began after it is another', () => {
  const told = [{ id: 'a', kind: 'meter-check', meterId: '1', endedAt: 50 }] as const;
  const at = (since: number): FoundByRule => ({
    kind: 'meter-check',
    meterId: '1',
    since,
    figures: {},
    costsPerDay: null,
  });
  expect(findingNews([at(40)], told)).toMatchObject({ begun: [], lasting: [{ id: 'a' }] });
  expect(findingNews([at(60)], told)).toMatchObject({ begun: [{ since: 60 }], lasting: [], ended: [] });
});

test('each “it is normal” asks for half as much more, five times at most', () => {
  expect([0, 1, 2, 9].map(cautionOf)).toEqual([1, 1.5, 2.25, 1.5 ** 5]);
});

/** Days on which a meter used anything are found, for as long as they last. */
const anyUse: Rule = {
  kind: 'meter-check',
  days: 3,
  find: (home, caution) =>
    home.meters.flatMap(({ meterId, used }) =>
      used.at(-1) !== undefined && (used.at(-1) as number) > caution - 1
        ? [{ meterId, since: (home.firstDay + used.length - 1) * dayS, figures: {}, costsPerDay: null }]
        : [],
    ),
};
const homeOf = (used: readonly number[]): HomeLook => ({
  firstDay: 20_000,
  perDay: 1,
  meters: [
    {
      meterId: '7',
      name: 'Tap',
      room: 'kitchen',
      utility: 'water',
      flow: 'drawn',
      parentMeterId: null,
      used: Float64Array.from(used),
    },
  ],
  offsetAt: () => 0,
  temperatures: new Map(),
  absences: [],
});

test('a year gone through tells an event from the morning on which it is known until the one on which it is over, and sees no day before its time', async () => {
  const seen: number[] = [];
  const looked: Rule = {
    ...anyUse,
    find: (home, caution) => {
      seen.push(home.firstDay + (home.meters[0]?.used.length ?? 0));
      return anyUse.find(home, caution);
    },
  };
  let rests = 0;
  const events = [];
  for await (const event of replayRule(looked, homeOf([0, 5, 5, 0, 0, 5]), 20_001, async () => (rests += 1)))
    events.push(event);
  const day = (of: number) => new Date(of * dayS * 1000).toISOString().slice(0, 10);
  expect(events.map(({ name, noticedOn, endedOn }) => [name, noticedOn, endedOn])).toEqual([
    ['Tap', day(20_002), day(20_004)],
    ['Tap', day(20_006), null],
  ]);
  expect(seen).toEqual([20_001, 20_002, 20_003, 20_004, 20_005, 20_006]);
  expect(rests).toBe(6);
});
