import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleUsage } from '../sample-usage.ts';
import {
  anyParts,
  figuresOf,
  home,
  latest,
  meter,
  monthlyTrend,
  partOf,
  roomDistribution,
  weeklyUsage,
} from '../testing.ts';
import { cutOf, type EarlierFigures } from './analytics-figures.ts';
import { roomsOf } from './analytics-page.tsx';
import { readRequest } from './analytics-request.ts';
import { coverageOf } from './cards/analytics-cards.tsx';
import { flowOf, layoutFlow, sourceId } from './cards/flow.ts';
import { groupData } from './cards/groups-card.tsx';
import { changeOf, lengthsDiffer, partsSoFar, totalOf } from './changes.ts';
import { groupsOf, unmetered } from './groups.ts';
import { earlierPeriod, periodAt, startsOf } from './period.ts';
import { sampleAnalytics } from './use-analytics.ts';

const zone = 'Europe/Madrid';
const thisWeek = periodAt('week', '2026-11-20');
const weekBefore = periodAt('week', '2026-11-13');
const daily = (from: string[], used: number) => from.map((day) => partOf(day, 'whole_home', 'electricity', used));
const whole = (rows: EarlierFigures['rows'], rest: Partial<EarlierFigures> = {}): EarlierFigures => ({
  period: weekBefore,
  rows,
  parts: rows,
  toDate: null,
  ...rest,
});

test('a period that is over is compared as a whole', () => {
  const parts = daily(startsOf(thisWeek, 'day', zone), 1100);
  const earlier = whole(daily(startsOf(weekBefore, 'day', zone), 1000));
  const change = changeOf(figuresOf({ parts, earlier }), 'electricity');
  expect(change).toMatchObject({ kind: 'change', before: 7000 });
  expect(change.kind === 'change' && change.share).toBeCloseTo(0.1);
  expect(changeOf(figuresOf({ parts, earlier }), 'water')).toEqual({ kind: 'nothing' });
});

test('an earlier period with gaps is told, not compared', () => {
  const parts = daily(startsOf(thisWeek, 'day', zone), 1100);
  const earlier = whole(daily(startsOf(weekBefore, 'day', zone).slice(3), 1000));
  expect(changeOf(figuresOf({ parts, earlier }), 'electricity')).toEqual({ kind: 'gap', in: 'before' });
});

test('a period of one reading after weeks from a file is not "100% less": too little of it was measured', () => {
  const now = Date.parse('2026-11-20T11:30:00Z');
  const oneReading = [partOf('2026-11-20', 'whole_home', 'electricity', 0, { coveredS: 60 })];
  const earlier = whole(
    daily(startsOf(weekBefore, 'day', zone), 1000).map((row) => ({ ...row, imported: row.used })),
    { toDate: { days: [], hours: [], cutAt: Date.parse('2026-11-13T11:30:00Z') } },
  );
  const figures = figuresOf({ parts: oneReading, earlier, now });
  expect(changeOf(figures, 'electricity')).toMatchObject({ kind: 'gap', in: 'now' });
  const day = { ...figures.request, period: periodAt('day', '2026-11-20') };
  const yesterday = whole(daily(['2026-11-19'], 1000), { period: periodAt('day', '2026-11-19') });
  expect(changeOf(figuresOf({ request: day, parts: oneReading, earlier: yesterday }), 'electricity')).toEqual({
    kind: 'gap',
    in: 'now',
  });
});

test('days that one of the two did not measure are left out of both', () => {
  const month = periodAt('month', '2026-10-10');
  const september = { ...periodAt('month', '2026-09-10'), to: '2026-10-02' };
  const request = { ...figuresOf({}).request, period: month };
  const parts = daily(startsOf(month, 'day', zone), 1000).map((row, i) =>
    i === 4 ? { ...row, used: 20, coveredS: 900 } : row,
  );
  const earlier = whole(daily(startsOf(september, 'day', zone), 1000), { period: september });
  expect(changeOf(figuresOf({ request, parts, earlier }), 'electricity')).toEqual({
    kind: 'change',
    share: 0,
    now: 30_000,
    before: 30_000,
    skipped: 1,
  });
});

test('a day of 25 hours is held against one of 24 when both were measured', () => {
  const request = { ...figuresOf({}).request, period: periodAt('day', '2026-10-25') };
  const parts = [partOf('2026-10-25', 'whole_home', 'electricity', 2500, { coveredS: 90_000 })];
  const earlier = whole(daily(['2026-10-24'], 2400), { period: periodAt('day', '2026-10-24') });
  const change = changeOf(figuresOf({ request, parts, earlier }), 'electricity');
  expect(change).toMatchObject({ kind: 'change', before: 2400 });
  const half = [{ ...(parts[0] as (typeof parts)[0]), coveredS: 43_200 }];
  expect(changeOf(figuresOf({ request, parts: half, earlier }), 'electricity')).toEqual({ kind: 'gap', in: 'now' });
});

test('of the earlier period only as much counts as this one has lasted, its last hour in proportion', () => {
  const now = Date.parse('2026-11-20T11:30:00Z');
  const cut = cutOf(thisWeek, weekBefore, now, zone);
  expect(cut).toEqual({ day: '2026-11-13', at: Date.parse('2026-11-13T11:30:00Z') });
  const hours = startsOf(periodAt('day', '2026-11-13'), 'hour', zone).map((start) =>
    partOf(start, 'kitchen', 'electricity', 100),
  );
  const earlier = whole([], { toDate: { days: daily(['2026-11-09'], 6000), hours, cutAt: cut?.at ?? 0 } });
  // Midnight in Madrid is 23:00 in UTC: twelve and a half hours.
  expect(totalOf(partsSoFar(earlier), 'electricity')?.used).toBe(6000 + 1250);
});

test('cutting never adds, and cutting at the end leaves all', () => {
  const starts = startsOf(periodAt('day', '2026-10-25'), 'hour', zone);
  const begin = Date.parse(starts[0] ?? '');
  fc.assert(
    fc.property(anyParts(starts, 0), fc.double({ min: 0, max: 1, noNaN: true }), (hours, share) => {
      const at = (part: number) => whole([], { toDate: { days: [], hours, cutAt: begin + part * 25 * 3_600_000 } });
      const used = (part: number) => totalOf(partsSoFar(at(part)), 'water')?.used ?? 0;
      expect(used(share)).toBeLessThanOrEqual(used(1));
      expect(used(1)).toBe(totalOf(hours, 'water')?.used ?? 0);
      expect(used(0)).toBe(0);
    }),
  );
});

test('a month that is not over is compared with the same days of a shorter one, or with all of it', () => {
  const march = periodAt('month', '2026-03-30');
  const february = earlierPeriod(march, 'previous');
  expect(february).toEqual({ kind: 'month', from: '2026-02-01', to: '2026-03-01' });
  const at = (text: string) => cutOf(march, february ?? march, Date.parse(text), zone);
  expect(at('2026-03-10T08:00:00Z')?.day).toBe('2026-02-10');
  expect(at('2026-03-30T08:00:00Z')).toBeNull();
  expect(at('2026-04-02T08:00:00Z')).toBeNull();
});

test('on the days when clocks change a cut stays within its day', () => {
  // 24.5 hours into the day of 25: the Sunday before had 24.
  const long = periodAt('day', '2026-10-25');
  const cut = cutOf(long, periodAt('day', '2026-10-24'), Date.parse('2026-10-25T22:30:00Z'), zone);
  expect(cut).toEqual({ day: '2026-10-24', at: Date.parse('2026-10-24T22:00:00Z') });
});

test('months of other lengths are said to be so', () => {
  const request = { ...figuresOf({}).request, period: periodAt('month', '2026-03-10') };
  const earlier = whole([], { period: periodAt('month', '2026-02-10') });
  expect(lengthsDiffer(figuresOf({ request, earlier }))).toEqual({ own: 31, before: 28 });
  expect(lengthsDiffer(figuresOf({ earlier: whole([]) }))).toBeNull();
});

test('coverage is measured seconds of all that there were; estimates and imports are shares of the use', () => {
  const starts = startsOf(thisWeek, 'day', zone);
  const full = starts.map((day) => partOf(day, 'kitchen', 'electricity', 1000));
  expect(coverageOf(figuresOf({ parts: full }))).toEqual({ covered: 1, estimated: 0, imported: 0 });
  const half = full.map((row, i) => (i < 3 ? { ...row, coveredS: 0, estimated: 1000 } : row));
  const { covered, estimated } = coverageOf(figuresOf({ parts: [...half.slice(0, 3), ...half.slice(3)] }));
  // Before its first day a device owes nothing; that day itself may have begun late.
  expect(covered).toBe(1);
  expect(estimated).toBeCloseTo(3 / 7);
  const gap = full.filter((_, i) => i !== 3);
  expect(coverageOf(figuresOf({ parts: gap })).covered).toBeCloseTo(6 / 7);
  expect(coverageOf(figuresOf({ parts: [] })).covered).toBeNull();
});

const twoDays = ['2026-11-19', '2026-11-20'];
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const both = ['electricity', 'water'] as const;

test('C3.3 rooms and what is unmetered add up to the total, and so do devices', () => {
  fc.assert(
    fc.property(anyParts(twoDays), fc.constantFrom('room' as const, 'device' as const), (parts, by) => {
      const groups = groupsOf(parts, by, home);
      for (const utility of both) {
        const total = sum(parts.filter((row) => row.utility === utility).map(({ used }) => used));
        expect(sum(groups.map((group) => group[utility]?.used ?? 0))).toBe(total);
      }
      const rest = groups.findIndex(({ key }) => key === unmetered);
      expect(rest === -1 || rest === groups.length - 1).toBe(true);
    }),
  );
});

test('C3.3 rooms are those of the room distribution, unmetered apart', () => {
  fc.assert(
    fc.property(anyParts(twoDays, 0), (parts) => {
      const items = new Map(roomDistribution(parts).map((item) => [item.room, item]));
      for (const group of groupsOf(parts, 'room', home)) {
        const item = items.get(group.key === unmetered ? 'whole_home' : group.key);
        expect(item?.total_electricity).toBe((group.electricity?.used ?? 0) / 1000);
        expect(item?.total_water).toBe((group.water?.used ?? 0) / 1000);
      }
    }),
  );
});

test('the flow’s branches add up to its total; what is drawn leaves each node as it came in', () => {
  fc.assert(
    fc.property(anyParts(twoDays), fc.constantFrom(...both), (parts, utility) => {
      const flow = flowOf(parts, utility, home);
      expect(sum(flow.branches.map(({ used }) => used))).toBe(flow.total);
      const out = (id: string) => sum(flow.links.filter(({ source }) => source === id).map(({ value }) => value));
      const into = (id: string) => sum(flow.links.filter(({ target }) => target === id).map(({ value }) => value));
      for (const { target } of flow.links) {
        const onward = out(target);
        expect(onward === 0 || onward === into(target)).toBe(true);
      }
      expect(flow.links.every(({ value }) => value > 0)).toBe(true);
      expect(out(sourceId)).toBe(sum(flow.branches.map(({ used }) => Math.max(0, used))));
    }),
  );
});

test('without a meter that counted backwards the drawing is exactly the total', () => {
  fc.assert(
    fc.property(anyParts(twoDays, 0), fc.constantFrom(...both), (parts, utility) => {
      const flow = flowOf(parts, utility, home);
      expect(sum(flow.links.filter(({ source }) => source === sourceId).map(({ value }) => value))).toBe(flow.total);
    }),
  );
});

test('unmetered is what the main meter saw and no meter below it; a whole-home meter without any below is a room', () => {
  const parts = [partOf('2026-11-20', 'kitchen', 'water', 30_000), partOf('2026-11-20', 'whole_home', 'water', 4_000)];
  expect(groupsOf(parts, 'room', home).map(({ key, water }) => [key, water?.used])).toEqual([
    ['kitchen', 30_000],
    [unmetered, 4_000],
  ]);
  const alone = latest([meter('whole_home-water')]);
  expect(groupsOf(parts.slice(1), 'room', alone).map(({ key }) => key)).toEqual(['whole_home']);
});

test('C3.6 kitchen and bedroom can always be chosen, and each room of the household', () => {
  expect(roomsOf(undefined, null)).toEqual(['kitchen', 'bedroom']);
  expect(roomsOf(home, null)).toEqual(['kitchen', 'bedroom', 'bathroom']);
  expect(roomsOf(latest([meter('Attic-water'), meter('hall-water')]), null)).toEqual([
    'kitchen',
    'bedroom',
    'hall',
    'Attic',
  ]);
});

test('rooms as chart data: each utility with the earlier period beside it, no meter said in words', () => {
  const words = {
    placeHeading: 'Room',
    place: ({ key }: { key: string }) => key,
    path: ({ key }: { key: string }) => key,
    utility: (utility: string) => utility,
    before: (utility: string) => `${utility} before`,
    write: (_: string, used: number | null) => ({ value: used, text: String(used) }),
    unit: () => 'x',
    none: 'no meter',
  };
  const parts = [
    partOf('2026-11-20', 'kitchen', 'electricity', 5000),
    partOf('2026-11-20', 'bedroom', 'electricity', 900),
  ];
  const before = [partOf('2026-11-13', 'kitchen', 'electricity', 4000)];
  const data = groupData({ parts, before, by: 'room', utilities: both, latest: home }, words);
  expect(data.places.map(({ key }) => key)).toEqual(['kitchen', 'bedroom']);
  expect(data.series.map(({ key, values }) => [key, values])).toEqual([
    ['electricity now', [5000, 900]],
    ['electricity before', [4000, null]],
    ['water now', [null, null]],
  ]);
  expect(data.series[2]?.texts).toEqual(['no meter', 'no meter']);
});

const now = Date.parse('2026-11-20T17:30:00Z');
const today = '2026-11-20';
const sample = (search = '') => sampleAnalytics(readRequest(new URLSearchParams(search), today), now, 'Europe/Madrid');

test('C9.3 C7.15 the sample has 7 days, five rooms and 12 months, and says that it is one', () => {
  const week = sample();
  expect(week.origin).toBe('sample');
  expect(
    weeklyUsage(week.rows, today, 'en').every(({ water, electricity }) => water !== null && electricity !== null),
  ).toBe(true);
  expect(
    roomDistribution(week.parts)
      .map(({ room }) => room)
      .sort(),
  ).toEqual(['bathroom', 'bedroom', 'garden', 'kitchen', 'living_room']);
  const trend = monthlyTrend(sample('period=year').rows, today);
  expect(trend).toHaveLength(12);
  expect(trend.every(({ water, electricity }) => (water ?? 0) > 0 && (electricity ?? 0) > 0)).toBe(true);
});

test('it is the sample of the Dashboard: the same days, and the same figure for today', () => {
  const days = sampleUsage(now, 'Europe/Madrid').days.filter(({ start }) => start >= '2026-11-14');
  for (const utility of ['electricity', 'water'] as const) {
    expect(totalOf(sample().parts, utility)?.used).toBe(totalOf(days, utility)?.used);
  }
});

test('before its twelve months there is nothing, and nothing after now', () => {
  expect(sample('period=month&at=2025-10-10').rows).toEqual([]);
  expect(sample('period=year').rows.every(({ start }) => start >= '2025-12-01')).toBe(true);
  expect(sample('period=day').rows.every(({ start }) => Date.parse(start) <= now)).toBe(true);
});

test('C3.6 a room alone is shown alone, and its figures are those it has among the others', () => {
  const kitchen = sample('room=kitchen');
  expect(new Set(kitchen.parts.map(({ room }) => room))).toEqual(new Set(['kitchen']));
  const among = sample().parts.filter(({ room }) => room === 'kitchen');
  expect(totalOf(kitchen.parts, 'water')).toEqual(totalOf(among, 'water'));
});

test('weeks, months and days of one period are one sum', () => {
  const byWeek = sample('period=custom&from=2026-05-01&to=2026-10-31');
  for (const utility of ['electricity', 'water'] as const) {
    expect(totalOf(byWeek.rows, utility)?.used).toBe(totalOf(byWeek.parts, utility)?.used);
  }
});

/** What passed a home with a roof and a battery, and its rooms: what they used is what came in and did not leave it. */
const anyFlows = fc
  .tuple(anyParts(twoDays, 0), fc.tuple(...[1, 2, 3, 4].map(() => fc.nat({ max: 9000 }))))
  .map(([parts, [produced = 0, discharged = 0, returned = 0, charged = 0]]) => {
    const used = sum(parts.filter(({ utility }) => utility === 'electricity').map((row) => row.used));
    const least = used + returned + charged - produced - discharged;
    // More is made than went anywhere: it went back.
    const passed = {
      drawn: Math.max(0, least),
      produced,
      discharged,
      returned: returned + Math.max(0, -least),
      charged,
    };
    const flows = Object.fromEntries(
      Object.entries(passed).map(([flow, amount]) => [flow, { used: amount, estimated: 0 }]),
    );
    return { parts, flows };
  });

test('with a roof and a battery as much flows out as came in, in sums and in the drawing', () => {
  fc.assert(
    fc.property(anyFlows, fc.boolean(), ({ parts, flows }, isNarrow) => {
      const flow = flowOf(parts, 'electricity', home, flows);
      const came = sum(flow.sources.map(({ used }) => used));
      expect(sum(flow.links.filter(({ source }) => source === sourceId).map(({ value }) => value))).toBe(came);
      expect(flow.total + sum(flow.sent.map(({ used }) => used))).toBe(came);
      fc.pre(flow.sources.length > 1);
      const { boxes, ribbons, bar, height } = layoutFlow(flow, { isNarrow, openRoom: null });
      for (const kinds of [['source'], ['room', 'rest', 'sent']]) {
        const own = boxes.filter(({ kind }) => kinds.includes(kind)).sort((a, b) => a.top - b.top);
        own.forEach((box, i) => {
          expect(box.top).toBeGreaterThanOrEqual(-0.001);
          expect(box.top + box.height).toBeLessThanOrEqual((own[i + 1]?.top ?? height) + 0.001);
        });
      }
      // What enters the bar fills it; nothing leaves beside it.
      const entering = ribbons.filter(({ column }) => column === 'in');
      expect(sum(entering.map(({ width }) => width))).toBeCloseTo(bar?.height ?? 0, 6);
      for (const { from, width } of ribbons.filter(({ column }) => column === 0)) {
        expect(from - width / 2).toBeGreaterThanOrEqual((bar?.top ?? 0) - 0.001);
        expect(from + width / 2).toBeLessThanOrEqual((bar?.top ?? 0) + (bar?.height ?? 0) + 0.001);
      }
    }),
  );
});

test('a flow is drawn without overlaps, each node high enough for its words, and as wide as what flows there', () => {
  fc.assert(
    fc.property(anyParts(['2026-11-20'], 0), fc.boolean(), (parts, isNarrow) => {
      const flow = flowOf(parts, 'water', home);
      fc.pre(flow.total > 0);
      const openRoom = isNarrow ? (flow.links[0]?.target ?? null) : null;
      const { boxes, ribbons, height } = layoutFlow(flow, { isNarrow, openRoom });
      const columns = isNarrow ? [['source'], ['room', 'rest', 'device']] : [['source'], ['room', 'rest'], ['device']];
      for (const kinds of columns) {
        const own = boxes.filter(({ kind }) => kinds.includes(kind)).sort((a, b) => a.top - b.top);
        own.forEach((box, i) => {
          expect(box.height).toBeGreaterThanOrEqual(22);
          expect(box.top).toBeGreaterThanOrEqual(-0.001);
          expect(box.top + box.height).toBeLessThanOrEqual((own[i + 1]?.top ?? height) + 0.001);
        });
      }
      // What is pressed is high enough for a finger.
      const pressed = boxes.filter(({ kind }) => isNarrow && kind === 'room');
      for (const { height: one } of pressed) expect(one).toBeGreaterThanOrEqual(44);
      const wide = ribbons.filter(({ column, width }) => column === 0 && width > 3);
      for (const ribbon of wide) {
        const value = flow.links.find(({ target }) => target === ribbon.id)?.value ?? 0;
        expect(ribbon.width / value).toBeCloseTo(
          (wide[0]?.width ?? 0) / (flow.links.find(({ target }) => target === wide[0]?.id)?.value ?? 1),
        );
      }
    }),
  );
});
