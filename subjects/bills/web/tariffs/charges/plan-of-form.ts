import type { Words } from '#catalogue/index.ts';
import type { Blocks, Schedule, TariffCharge, TariffPlan } from '../../../domain/tariff/plan.ts';
import { amountWritten } from '../prices/plain-amount.ts';
import type { ChargeDraft, PlanDraft, RuleDraft, TimesDraft } from './plan-draft.ts';

/** `0,165` and ` 0.165 ` as `0.165`; what is no number stays as it was typed, to be named by the service. */
export function decimalOf(typed: string): string {
  const text = typed
    .trim()
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replace(/^[−–]/, '-')
    .replace(',', '.');
  return text.replace(/^(-?)\./, '$10.').replace(/\.$/, '');
}

/** An amount of money or of units, as `writtenAmount` shows it. */
const amountOf = (typed: string): string => amountWritten(decimalOf(typed));

/** `8` and `8.00` as `08:00`; a clock time that is one already stays as it is. */
export function clockOf(typed: string): string {
  const [, hour, minute = '00'] = /^(\d{1,2})(?:[.](\d{2}))?$/.exec(typed.trim()) ?? [];
  return hour === undefined ? typed.trim() : `${hour.padStart(2, '0')}:${minute}`;
}

/** Without the languages in which nothing is said. English is required: where only that is empty, it is left for the service to name. */
const wordsOf = (words: Words): Words => {
  if (typeof words === 'string') return words.trim();
  const said = Object.entries(words)
    .map(([language, text = '']) => [language, text.trim()] as const)
    .filter(([, text]) => text !== '');
  return said.length === 0 ? '' : { en: '', ...Object.fromEntries(said) };
};

/** The parts that something was entered for. */
const given = <Key extends string>(key: Key, value: string): { [K in Key]?: string } =>
  (value === '' ? {} : { [key]: value }) as { [K in Key]?: string };

const decimal = <Key extends string>(key: Key, typed: string) => given(key, decimalOf(typed));

const amount = <Key extends string>(key: Key, typed: string) => given(key, amountOf(typed));

const some = <Key extends string, Item>(key: Key, items: readonly Item[]): { [K in Key]?: readonly Item[] } =>
  (items.length === 0 ? {} : { [key]: items }) as { [K in Key]?: readonly Item[] };

const ruleOf = (
  { periods }: TimesDraft,
  { period, days, windows, months }: RuleDraft,
): Schedule['periods'][number] => ({
  period: periods.find(({ key }) => key === period)?.name.trim() ?? '',
  ...some('months', months),
  ...some('days', days),
  ...some(
    'hours',
    windows.map(({ from, to }) => `${clockOf(from)}-${clockOf(to)}`),
  ),
});

const scheduleOf = (times: TimesDraft): Schedule => ({
  ...given('dayStarts', times.dayStarts.trim() === '' ? '' : clockOf(times.dayStarts)),
  ...given('holidays', times.holidays),
  periods: times.rules.map((rule) => ruleOf(times, rule)),
});

const blocksOf = ({ steps, blockPer, isSlabs }: ChargeDraft): Blocks => {
  const rows = steps.map(({ upTo, rate }) => ({ end: amount('upTo', upTo), rate: decimalOf(rate) }));
  // A rate that is missing is left out, for the service to name its place.
  const price = (rate: string) => given('rate', rate) as { rate: string };
  return {
    per: blockPer,
    tables: isSlabs
      ? rows.map(({ end, rate }) => ({ ...end, steps: [price(rate)] }))
      : [{ steps: rows.map(({ end, rate }) => ({ ...end, ...price(rate) })) }],
  };
};

const entered = (entries: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(
    entries.map(([name, typed]) => [name, decimalOf(typed)] as const).filter(([, rate]) => rate !== ''),
  );

/** What a charge of periods names: the schedule, and each of its periods that some time belongs to. */
const byPeriodOf = ({ rates }: ChargeDraft, times: TimesDraft | null) => {
  if (times === null) return {};
  const used = times.periods.filter(({ key }) => times.rules.some(({ period }) => period === key));
  return {
    schedule: times.schedule,
    rates: entered(used.map(({ key, name }) => [name.trim(), rates[key] ?? ''])),
  };
};

const marketOf = ({ market }: ChargeDraft) => ({
  market: {
    series: market.series.trim(),
    ...decimal('times', market.times),
    ...decimal('plus', market.plus),
    ...decimal('atLeast', market.atLeast),
    ...decimal('atMost', market.atMost),
    ...(market.tax !== '' && { tax: market.tax }),
  },
});

const usePriceOf = (charge: ChargeDraft, times: TimesDraft | null) => {
  if (charge.price === 'rate') return decimal('rate', charge.rate);
  if (charge.price === 'periods') return byPeriodOf(charge, times);
  return charge.price === 'blocks' ? { blocks: blocksOf(charge) } : marketOf(charge);
};

/** A line that is filled in by half is handed on, for the service to name what it lacks. */
const powerRatesOf = (powers: ChargeDraft['powers']): Record<string, string> =>
  Object.fromEntries(
    powers
      .map(({ period, rate }) => [period.trim(), decimalOf(rate)] as const)
      .filter(([period, rate]) => period !== '' || rate !== ''),
  );

const capacityPriceOf = ({ price, rate, powers }: ChargeDraft) =>
  price === 'periods' ? { rates: powerRatesOf(powers) } : decimal('rate', rate);

const atMostOf = (field: 'amount' | 'units', { atMost, atMostPer }: ChargeDraft) =>
  atMost.trim() === '' ? {} : { atMost: { [field]: amountOf(atMost), per: atMostPer } };

/** What belongs to a kind alone. */
const ownPartsOf = (charge: ChargeDraft, times: TimesDraft | null): object => {
  const { kind, per, of } = charge;
  const by = given('by', charge.by);
  switch (kind) {
    case 'fixed':
      return { per, ...by, ...amount('amount', charge.amount) };
    case 'use':
      return {
        ...usePriceOf(charge, times),
        ...decimal('sharePercent', charge.sharePercent),
        ...atMostOf('units', charge),
      };
    case 'capacity':
      return { per, ...by, ...capacityPriceOf(charge), ...(charge.kW !== null && decimal('kW', charge.kW)) };
    case 'demand':
      return {
        per,
        windowMinutes: charge.windowMinutes,
        ...(charge.price === 'periods' ? byPeriodOf(charge, times) : decimal('rate', charge.rate)),
      };
    case 'minimum':
      return { ...amount('amount', charge.amount), per, of };
    case 'derived':
    case 'discount':
    case 'tax':
      return { ...decimal('percent', charge.amount), of, ...atMostOf('amount', charge) };
  }
};

const chargeOf = (charge: ChargeDraft, times: TimesDraft | null): TariffCharge => {
  const name = wordsOf(charge.name);
  return {
    id: charge.id,
    kind: charge.kind,
    ...(name !== '' && { name }),
    ...given('from', charge.from),
    ...given('until', charge.until),
    ...some('months', charge.months),
    ...amount('round', charge.round),
    ...ownPartsOf(charge, times),
  } as TariffCharge;
};

/** The plan that a form says. What is not filled in is not in it: whether it is sound the service says, by path. */
export function planOfForm({ name, kept, times, charges, utility, currency, unit }: PlanDraft): TariffPlan {
  return {
    name: wordsOf(name),
    utility,
    currency,
    unit,
    ...kept,
    ...(times !== null && { schedules: { [times.schedule]: scheduleOf(times) } }),
    charges: charges.map((charge) => chargeOf(charge, times)),
  };
}
