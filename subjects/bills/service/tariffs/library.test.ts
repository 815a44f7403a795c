import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPlan } from '../../domain/tariff/check/check-plan.ts';
import { pricePlan } from '../../domain/tariff/price-bill.ts';
import type { TariffCharge, TariffPlan } from '../../domain/tariff/plan.ts';
import { describe, expect, test } from 'vitest';
import { readPlanText, readPlanValue, writePlanText } from './plan-text.ts';
import { readTariffLibrary, type TariffLibrary, writeCheckedLibrary } from './tariff-library.ts';
import { billOfExample } from './worked-example.ts';
import {
  billOf,
  bills,
  centsOf,
  cycleOf,
  madeUpMonth,
  monthsOf,
  pricesFrom,
  pvpcOfLongDay,
  zoneOf,
} from './testing-library.ts';
import { tariffFolder } from './testing-vectors.ts';

const { calendars, tariffs } = await readTariffLibrary(tariffFolder);

const planOf = (id: string): TariffPlan => {
  const found = tariffs.find((one) => one.id === id);
  if (!found) throw new Error(`no tariff ${id}`);
  return found.plan;
};
/** With these charges alone, or all. */
const onlyOf = (plan: TariffPlan, ids: readonly string[]): TariffPlan => ({
  ...plan,
  charges: plan.charges.filter(({ id }) => ids.includes(id)),
});

describe('bills of the library', () => {
  test.each(bills)('$tariff: $from', ({ tariff, lines, total, ...input }) => {
    expect(billOf(planOf(tariff), input)).toEqual({ lines, total, faults: [] });
  });

  test('PVPC: the 25 hours of a day at their published prices, 2.75849 €', () => {
    const { lines, faults } = billOf(onlyOf(planOf('es-pvpc'), ['energy']), {
      cycle: ['2025-10-26', '2025-10-27'],
      use: Array.from({ length: 25 }, (_, hour) => ['2025-10-26', hour, 1] as const),
      prices: { 'esios-1001-peninsula': pricesFrom('Europe/Madrid', '2025-10-26', 3600, pvpcOfLongDay) },
    });
    expect({ lines, faults }).toEqual({ lines: ['2.76'], faults: [] });
  });

  test('2.0TD of 2026: tolls and powers of a bill that a public repository has verified, 29 days, 4.4 kW', () => {
    const { lines } = billOf(onlyOf(planOf('es-2.0td-2025'), ['power', 'tolls']), {
      cycle: ['2026-06-02', '2026-07-01'],
      use: [
        ['2026-06-09', 11, 85.2],
        ['2026-06-09', 9, 92.4],
        ['2026-06-09', 3, 140.8],
      ],
      facts: { kW: '4.4' },
    });
    expect(lines).toEqual(['9.69', '0.25', '8.31', '2.70', '0.46']);
  });

  // Energy and fixed charge as the press had them, without duty; those of 2019 in whole rupees.
  test.each([
    ['2022-03', { 100: 388, 150: 638, 200: 973, 350: 2420, 500: 3680, 550: 4495 }],
    ['2022-08', { 100: 410, 150: 675, 200: 1045, 300: 1990, 350: 2600, 400: 3115, 500: 4000, 550: 4900 }],
  ])('Kerala, published amounts in %s', (month, published) => {
    const plan = onlyOf(planOf('in-kerala-kseb-2022'), ['energy', 'fixed']);
    const totals = Object.keys(published).map((units) => {
      const { total } = billOf(plan, {
        cycle: [`${month}-01`, `${month}-31`],
        use: [[`${month}-10`, 12, Number(units)]],
      });
      return [units, Number(total)];
    });
    expect(Object.fromEntries(totals)).toEqual(published);
  });

  test('Kerala, a real bill of two months in 2025: 240 units, 1148 with its own surcharge and subsidy', () => {
    const plan = planOf('in-kerala-kseb-2023');
    const own: TariffCharge[] = [
      { id: 'fuel-surcharge', kind: 'use', rate: '0.01' },
      { id: 'subsidy', kind: 'fixed', per: 'bill', amount: '-148' },
    ];
    const { lines, total } = billOf(
      { ...plan, charges: [...plan.charges, ...own] },
      { cycle: ['2025-01-01', '2025-03-01', 2], use: [['2025-01-10', 12, 240]] },
    );
    expect(lines).toEqual(['335.00', '425.00', '214.00', '210.00', '97.40', '12.00', '2.40', '-148.00', '0.20']);
    expect(total).toBe('1148.00');
  });

  test('Tamil Nadu, published amounts of two months', () => {
    const published = { 100: 0, 200: 225, 300: 675, 400: 1125, 500: 1725, 501: 1958, 600: 2750, 800: 4550, 900: 5550 };
    for (const [units, amount] of Object.entries(published)) {
      const { total } = billOf(planOf('in-tamil-nadu-2022'), {
        cycle: ['2022-11-01', '2023-01-01', 2],
        use: [['2022-11-10', 12, Number(units)]],
      });
      expect(Number(total), units).toBe(amount);
    }
  });
});

const languages = ['en', 'es', 'hi'] as const;
const isInThree = (words: TariffPlan['name'] | undefined): boolean =>
  typeof words === 'object' && languages.every((language) => words[language]?.trim());

const heldOn = (charges: readonly TariffCharge[], date: string): string[] =>
  charges
    .filter(
      ({ from, until, months }) =>
        (from === undefined || from <= date) &&
        (until === undefined || date < until) &&
        (months?.includes(Number(date.slice(5, 7))) ?? true),
    )
    .map(({ id }) => id);

const examplesOfAll = tariffs.flatMap(({ id, plan, examples }) => examples.map((example) => ({ id, plan, example })));

test.each(examplesOfAll)('$id comes to what its source has worked out: $example.source', ({ plan, example }) => {
  const { total, faults } = billOfExample(plan, example);
  expect({ total: Number(total), faults }).toEqual({ total: Number(example.total), faults: [] });
});

describe.each(tariffs)('$id', ({ id, text, plan, examples }) => {
  test('has a bill and who worked it out, a source, its days and names in three languages', () => {
    expect(readPlanText(text, calendars)).toMatchObject({ ok: true, plan });
    const tested = [...bills.map(({ tariff }) => tariff), 'in-kerala-kseb-2022', 'in-tamil-nadu-2022'];
    expect(examples.length > 0 || tested.includes(id)).toBe(true);
    expect(examples.filter(({ by }) => by === undefined)).toEqual([]);
    expect(plan.source?.title).toBeTruthy();
    expect(plan.source?.url).toMatch(/^https?:/);
    expect(plan.source?.date).toMatch(/^\d{4}-\d{2}(-\d{2})?$/);
    expect(plan.timeZone).toBeTruthy();
    expect(isInThree(plan.name)).toBe(true);
    expect(plan.charges.filter(({ name, from }) => !isInThree(name) || from === undefined)).toEqual([]);
  });

  test('says the same as JSON and as YAML written from it', () => {
    const json: unknown = JSON.parse(JSON.stringify(plan));
    expect(readPlanValue(json, {})).toEqual({ ok: true, plan });
    expect(readPlanText(writePlanText(plan), {})).toEqual({ ok: true, plan });
  });

  test('every month that it holds is priced whole, and lines sum to the total', () => {
    for (const cycle of monthsOf(plan)) {
      const { lines, total, faults } = pricePlan({
        plan,
        cycle: cycleOf(cycle),
        timeZone: zoneOf(plan),
        facts: {
          persons: 3,
          kW: '4.6',
          meterSize: plan.meterSizes?.[0],
          factors: [{ from: '1990-01-01', kWhPerM3: '10.5' }],
        },
        ...madeUpMonth(plan, cycle),
      });
      expect(faults, cycle[0]).toEqual([]);
      expect(
        lines.some(({ kind }) => kind === 'use'),
        cycle[0],
      ).toBe(true);
      expect(centsOf(lines), cycle[0]).toBe(Math.round(Number(total) * 100));
      const held = heldOn(plan.charges, cycle[0]);
      expect([...new Set(held)], cycle[0]).toEqual(held);
    }
  });
});

test('ids are unique and say country, who and version; calendars that tariffs name are there and readable', () => {
  expect(new Set(tariffs.map(({ id }) => id)).size).toBe(tariffs.length);
  for (const { id } of tariffs) expect(id).toMatch(/^[a-z]{2}-[a-z0-9.-]+$/);
  const named = tariffs.flatMap(({ plan }) =>
    Object.values(plan.schedules ?? {}).flatMap(({ holidays }) => holidays ?? []),
  );
  expect(Object.keys(calendars)).toEqual(expect.arrayContaining(named));
  expect(Object.values(calendars).filter(({ name }) => !isInThree(name))).toEqual([]);
  expect(checkPlan({ ...planOf('es-pvpc'), calendars })).toEqual([]);
});

test('every example of the guide can be read', () => {
  const guide = readFileSync(
    fileURLToPath(new URL('../../../../docs/guide/tariff-format.md', import.meta.url)),
    'utf8',
  );
  const examples = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, example = '']) => example);
  expect(examples.length).toBeGreaterThan(5);
  for (const example of examples) expect(readPlanText(example, calendars), example).toMatchObject({ ok: true });
});

test('what the build writes down of the library is what reading it anew says', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'library-')), 'tariffs.json');
  await writeCheckedLibrary(tariffFolder, path);
  const written = JSON.parse(await readFile(path, 'utf8')) as Pick<TariffLibrary, 'calendars' | 'tariffs'>;
  expect(written.calendars).toEqual(calendars);
  expect(written.tariffs).toEqual(tariffs.map(({ text: _text, ...checked }) => checked));
  await rm(dirname(path), { recursive: true });
});
