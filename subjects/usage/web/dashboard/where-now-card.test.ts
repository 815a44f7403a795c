import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Utility } from '#catalogue/index.ts';
import { flowNow } from '#subjects/readings/domain/present-rate.ts';
import { meter } from '../testing.ts';
import { flowRows, pitch, placeRibbons } from './where-now-card.tsx';

const now = Date.now();
const lastAt = new Date(now).toISOString();
const of = (key: string, rate: number, parentMeterId: string | null = null) =>
  meter(key, { lastAt, rate, parentMeterId });

const flowsOf = (meters: ReturnType<typeof of>[]) =>
  (['electricity', 'water'] satisfies Utility[]).map((utility) => ({ utility, flow: flowNow(meters, utility, now) }));

test('rooms by their share of all that flows, the unmetered rest last; rooms at zero are left out', () => {
  const rows = flowRows(
    flowsOf([
      of('whole_home-electricity', 1000),
      of('kitchen-electricity', 200, 'whole_home-electricity'),
      of('hall-electricity', 0, 'whole_home-electricity'),
      of('bathroom-electricity', 300, 'whole_home-electricity'),
      of('whole_home-water', 6),
      of('kitchen-water', 5, 'whole_home-water'),
    ]),
  );
  expect(rows.map(({ kind, room }) => [kind, room])).toEqual([
    ['room', 'kitchen'],
    ['room', 'bathroom'],
    ['unmetered', 'whole_home'],
  ]);
  expect(rows[2]?.rates.get('electricity')?.rate).toBe(500);
  expect(rows[2]?.rates.get('water')?.rate).toBe(1);
});

test('a home whose rooms nobody meters is one row', () => {
  expect(flowRows(flowsOf([of('whole_home-electricity', 420)])).map(({ kind }) => kind)).toEqual(['home']);
});

test('many rooms: the smallest share a row, and nothing is lost', () => {
  const rooms = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
  const rows = flowRows(flowsOf(rooms.map((room, i) => of(`${room}-electricity`, 100 + i))));
  expect(rows.at(-1)).toMatchObject({ kind: 'others', count: 6 });
  expect(rows.reduce((sum, row) => sum + (row.rates.get('electricity')?.rate ?? 0), 0)).toBe(936);
});

test('ribbons: none overlaps another, each as wide as its share or just to be seen, all within the drawing', () => {
  const rates = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(rates, rates, (power, water) => {
      const meters = [
        ...power.map((rate, i) => of(`r${i}-electricity`, rate)),
        ...water.map((rate, i) => of(`r${i}-water`, rate)),
      ];
      const flows = flowsOf(meters);
      const rows = flowRows(flows);
      if (rows.length === 0) return;
      const height = rows.length * pitch - 6;
      for (const { utility, ribbons, top, height: tall } of placeRibbons(rows, flows)) {
        const total = flows.find((one) => one.utility === utility)?.flow.flow?.rate ?? 0;
        expect(top).toBeGreaterThanOrEqual(0);
        let from = top;
        for (const ribbon of ribbons) {
          expect(ribbon.from).toBeCloseTo(from);
          from += ribbon.width;
          const share = (rows.find(({ key }) => key === ribbon.key)?.rates.get(utility)?.rate ?? 0) / total;
          expect(ribbon.width).toBeGreaterThanOrEqual(3);
          expect(ribbon.width).toBeLessThanOrEqual(Math.max(3, share * 84) + 0.001);
          expect(ribbon.to).toBeGreaterThanOrEqual(0);
          expect(ribbon.to + ribbon.widthAtRoom).toBeLessThanOrEqual(height);
        }
        expect(tall).toBeCloseTo(from - top);
      }
    }),
  );
});
