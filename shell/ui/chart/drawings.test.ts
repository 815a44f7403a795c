import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utilities, utilityIds } from '#catalogue/index.ts';
import { barsDrawing, scaleTop } from './bars-drawing.ts';
import { calendarDrawing, shadesOf, splitYear } from './calendar-drawing.ts';
import { type ChartDrawing, itemStyleOf, mix, wrapWords } from './chart-drawing.ts';
import { chartCsv } from './chart-table.tsx';
import { edgeOf, palenessOf, patternOf, placeText, type SeriesLook } from './series-look.ts';
import { chartData, paint } from './testing.ts';

type Series = { silent?: boolean; type: string; data: ({ value: number | null } | number | null)[] };
const size = { width: 900, height: 320 };
const seriesOf = (drawing: ChartDrawing) => drawing.option(paint, size)['series'] as Series[];
const bars = (data: ReturnType<typeof chartData>, kind: 'bars' | 'lines' = 'bars') =>
  barsDrawing({ data, kind, panels: [{ title: 'Electricity, kWh', hue: 'power' }], writeNumber: String });
const valueOf = (item: Series['data'][number] | undefined) =>
  typeof item === 'object' ? (item?.value ?? null) : (item ?? null);

const amounts = fc.array(fc.option(fc.integer({ min: 0, max: 5000 }), { nil: null }), { minLength: 1, maxLength: 60 });

test('the measured and the estimated part of each bar are the whole of it, and a gap is never a bar', () => {
  fc.assert(
    fc.property(amounts, fc.infiniteStream(fc.integer({ min: -10, max: 6000 })), (values, parts) => {
      const data = chartData(values, { estimated: values.map(() => parts.next().value as number) });
      const drawn = seriesOf(bars(data)).filter(({ silent }) => silent !== true);
      values.forEach((value, at) => {
        const shown = drawn.map((one) => valueOf(one.data[at]));
        const known = shown.filter((one) => one !== null);
        expect(known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0)).toBe(value);
      });
    }),
  );
});

test('C7.15 a gap stays a gap in a curve: nothing is drawn there, and a lone value is a dot', () => {
  const [line] = seriesOf(bars(chartData([3, 4, null, 5, null, 0]), 'lines'));
  expect(line?.data).toEqual([
    { value: 3 },
    { value: 4 },
    { value: null },
    { value: 5, symbol: 'circle', symbolSize: 5 },
    { value: null },
    { value: 0, symbol: 'circle', symbolSize: 5 },
  ]);
});

test('every place is found where it is drawn, and nothing beside the plot', () => {
  for (const kind of ['bars', 'lines'] as const) {
    const drawing = bars(chartData([1, 2, 3, 4, 5, 6, 7]), kind);
    for (let at = 0; at < 7; at += 1) {
      const { left, width } = drawing.boxOf(at, at, size);
      expect(drawing.placeAt(left + width / 2, 100, size)).toBe(at);
    }
  }
  expect(bars(chartData([1, 2, 3])).placeAt(0, 100, size)).toBeUndefined();
  const { left, width } = bars(chartData([1, 2, 3])).boxOf(1, 2, size);
  expect(left + width).toBeCloseTo(900 - 12);
});

test('an earlier period is an outline around its bar, a little wider and about the same middle', () => {
  const data = chartData([4, 5]);
  const [now] = data.series;
  const before = {
    ...now,
    key: 'before',
    look: { hue: 'power', role: 'before', step: 0 },
  } as (typeof data.series)[number];
  const option = bars({ ...data, series: [...data.series, before] }).option(paint, size);
  const [bar, outline] = option['series'] as { barWidth: number; xAxisIndex: number; itemStyle: object }[];
  expect(outline?.itemStyle).toMatchObject({ color: 'transparent', borderColor: paint.inkSoft, borderWidth: 1.4 });
  expect((outline?.barWidth ?? 0) - (bar?.barWidth ?? 0)).toBeGreaterThan(2);
  // Bars of one axis stand beside each other: the outline has one of its own in the same place.
  expect(outline?.xAxisIndex).not.toBe(bar?.xAxisIndex);
  expect((option['xAxis'] as { gridIndex: number }[]).map(({ gridIndex }) => gridIndex)).toEqual([0, 0]);
});

test('a scale begins at nothing and ends at a round number that is not much above', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 1e6, noNaN: true }), (value) => {
      const top = scaleTop(value);
      expect(top).toBeGreaterThanOrEqual(value * 0.999);
      expect(top).toBeLessThanOrEqual(value * 1.35);
    }),
  );
  expect(scaleTop(0)).toBe(1);
  const [axis] = bars(chartData([11.4])).option(paint, size)['yAxis'] as { min: number; max: number }[];
  expect([axis?.min, axis?.max]).toEqual([0, 12]);
});

test('nothing moves where motion is unwanted, and little elsewhere', () => {
  expect(bars(chartData([1])).option(paint, size)).toMatchObject({ animation: false });
  expect(bars(chartData([1])).option({ ...paint, isCalm: false }, size)).toMatchObject({
    animation: true,
    animationDuration: 160,
  });
});

test('utilities, periods and what was estimated differ by more than their colour', () => {
  const look = (change: Partial<SeriesLook>): SeriesLook => ({ hue: 'power', role: 'now', step: 0, ...change });
  expect(patternOf(look({}))).toBe('solid');
  expect(patternOf(look({ hue: 'water' }))).toBe('rising');
  expect(itemStyleOf(look({ role: 'before' }), paint).color).toBe('transparent');
  expect(edgeOf(look({ isEstimated: true }))).toBe('dotted');
  expect(edgeOf(look({ hue: 'rest' }))).toBe('dashed');
  // A day that is not over keeps its pattern and is lighter.
  expect(patternOf(look({ hue: 'water', isUnfinished: true }))).toBe('rising');
  expect(palenessOf(look({ isUnfinished: true }))).toBeGreaterThan(palenessOf(look({})));
  const steps = [0, 1, 2, 3, 4, 5];
  for (const hue of utilityIds.map((utility) => utilities[utility].look.hue)) {
    expect(new Set(steps.map((step) => patternOf(look({ hue, step })))).size).toBe(6);
  }
});

test('a year is one calendar, or two halves on a narrow screen; every day stands in exactly one', () => {
  const begin = Date.UTC(2025, 11, 1);
  const days = Array.from({ length: 365 }, (_, i) => new Date(begin + i * 86_400_000).toISOString().slice(0, 10));
  expect(splitYear(days, 1)).toEqual([['2025-12-01', '2026-11-30']]);
  expect(splitYear(days, 2)).toEqual([
    ['2025-12-01', '2026-05-31'],
    ['2026-06-01', '2026-11-30'],
  ]);
  const data = {
    ...chartData(days.map((_, i) => (i % 9 === 0 ? null : i))),
    places: days.map((key) => ({ key, label: '', name: key })),
  };
  const drawing = calendarDrawing({ data, hue: 'water', bounds: [50, 100, 200, 300], monthNames: [], dayNames: [] });
  const narrow = drawing.option(paint, { width: 320, height: 300 })['series'] as Series[];
  expect(narrow.flatMap((series) => series.data)).toHaveLength(365);
  // A day without a reading is hatched, whatever its neighbours used.
  expect(narrow[0]?.data[0]).toMatchObject({ visualMap: false });
  for (const shown of [
    { width: 320, height: 300 },
    { width: 1000, height: 200 },
  ])
    for (const at of [0, 5, 100, 181, 182, 200, 364]) {
      const { left, top, width, height } = drawing.boxOf(at, at, shown);
      expect(drawing.placeAt(left + width / 2, top + height / 2, shown)).toBe(at);
    }
});

test('shades grow darker from step to step', () => {
  const lightness = (color: string) =>
    [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(color.slice(at, at + 2), 16), 0);
  for (const hue of utilityIds.map((utility) => utilities[utility].look.hue)) {
    const shades = shadesOf(hue, paint).map(lightness);
    expect(shades).toEqual([...shades].sort((a, b) => b - a));
  }
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
});

const measure = (text: string) => text.length;

test('lines break between words, never inside one that fits', () => {
  expect(wrapWords('living room and hall', 11, measure)).toEqual(['living room', 'and hall']);
  expect(wrapWords('बाथरूम', 6, measure)).toEqual(['बाथरूम']);
  expect(wrapWords('', 6, measure)).toEqual([]);
});

test('a word that is too long is cut between letters: a vowel sign stays with its consonant', () => {
  expect(wrapWords('measurement', 5, measure)).toEqual(['meas…']);
  expect(wrapWords('शयनकक्ष', 6, measure)).toEqual(['शयनक…']);
  expect(wrapWords('रूरूरू', 4, measure)).toEqual(['रू…']);
});

test('no word is lost and no line is too wide, however wide the letters are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 9 })),
      fc.integer({ min: 30, max: 60 }),
      (parts, width) => {
        const text = parts.join(' ');
        const lines = wrapWords(text, width, measure);
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width);
        const words = text.split(' ').filter(Boolean).join(' ');
        expect(lines.some((line) => line.includes('…')) || lines.join(' ') === words).toBe(true);
      },
    ),
  );
});

test('C2.1 a saved table has the units in its head, plain numbers, and nothing where nothing was measured', () => {
  expect(chartCsv(chartData([11.4, null, 0]), 'estimated')).toBe(
    'Day,Electricity (kWh)\r\nDay 1,11.4\r\nDay 2,\r\nDay 3,0\r\n',
  );
});

test('what of it was estimated stands in a column of its own', () => {
  const data = chartData([11.4, null, 0], { estimated: [1.4, null, null] });
  expect(chartCsv(data, 'estimated')).toBe(
    'Day,Electricity (kWh),"Electricity, estimated (kWh)"\r\nDay 1,11.4,1.4\r\nDay 2,,\r\nDay 3,0,0\r\n',
  );
});

test('names with commas and quotes stay one cell, and none is run as a formula', () => {
  const data = chartData([1]);
  const named = (name: string) =>
    chartCsv({ ...data, places: [{ key: 'a', label: name, name }] }, 'estimated').split('\r\n')[1];
  expect(named('Sat, 21 "Nov"')).toBe('"Sat, 21 ""Nov""",1');
  expect(named('=HYPERLINK("x")')).toBe(`"'=HYPERLINK(""x"")",1`);
  expect(named('-1+2')).toBe(`'-1+2,1`);
});

test('a place is read with its name and its figures, a gap in words', () => {
  expect(placeText(chartData([11.4, null]), 0)).toBe('Day 1: Electricity 11.4 kWh');
  expect(placeText(chartData([11.4, null]), 1)).toBe('Day 2: Electricity no readings');
});
