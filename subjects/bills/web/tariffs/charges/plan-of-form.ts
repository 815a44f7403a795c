/** What the form says, as a plan. */
import type { Words } from '#catalogue/index.ts';
import {
  type Blocks,
  canBeOfMeter,
  type Schedule,
  type TariffCharge,
  type TariffPlan,
  type WindowMinutes,
} from '../../../domain/tariff/plan.ts';
import { amountWritten } from '../prices/amount-input.tsx';
import {
  type ChargeDraft,
  isBySize,
  type NamedDraft,
  type PlanDraft,
  pricedKinds,
  type RuleDraft,
  sizesOf,
  type StepDraft,
  stepsOfSize,
  type TimesDraft,
} from './plan-draft.ts';

/** The plan that a form says. What is not filled in is not in it: whether it is sound the service says, by path. */
export function planOfForm(draft: PlanDraft): TariffPlan {
  const { name, kept, times, charges, utility, currency, unit, yearStarts, netting } = draft;
  const sizes = sizesOf(draft);
  return {
    name: wordsOf(name),
    utility,
    currency,
    unit,
    ...kept,
    ...whole('yearStarts', yearStarts),
    ...(netting !== '' && { netting: Number(netting) as WindowMinutes }),
    ...namedOf('meters', draft.meters),
    ...namedOf('suppliers', draft.suppliers),
    ...some('meterSizes', sizes),
    ...(times !== null && { schedules: { [times.schedule]: scheduleOf(times) } }),
    charges: charges.map((charge) => chargeOf(charge, times, sizes)),
  };
}

const namedOf = (of: 'meters' | 'suppliers', named: readonly NamedDraft[]) => {
  const called = named.map((one) => [one.id, wordsOf(one.name)] as const);
  const all = called.map(([id, name]) => [id, name === '' ? {} : { name }] as const);
  return all.length === 0 ? {} : { [of]: Object.fromEntries(all) };
};

const chargeOf = (charge: ChargeDraft, times: TimesDraft | null, sizes: readonly string[]): TariffCharge => {
  const name = wordsOf(charge.name);
  return {
    id: charge.id,
    kind: charge.kind,
    ...(name !== '' && { name }),
    ...given('supplier', charge.supplier),
    ...(canBeOfMeter(charge.kind) && given('meter', charge.meter)),
    ...given('from', charge.from),
    ...given('until', charge.until),
    ...some('months', charge.months),
    ...pastUseOf(charge),
    ...amount('round', charge.round),
    ...planPartsOf(charge, times, sizes),
    ...exchangeOf(charge),
  } as TariffCharge;
};

/** What belongs to a kind alone. */
const planPartsOf = (charge: ChargeDraft, times: TimesDraft | null, sizes: readonly string[]): object => {
  const { kind, per, of } = charge;
  const by = given('by', charge.by);
  switch (kind) {
    case 'fixed':
      return { per, ...by, ...(charge.price === 'bySize' ? sizedOf(charge, sizes) : steppedOf(charge, 'amount')) };
    case 'use':
    case 'returned':
      return {
        ...usePriceOf(charge, times, sizes),
        ...decimal('sharePercent', charge.sharePercent),
        ...given('wholeUnits', charge.wholeUnits),
        ...atMostOf('units', charge),
        ...(kind === 'use' && netOf(charge)),
      };
    case 'capacity':
      return { per, ...by, ...capacityPriceOf(charge), ...(charge.kW !== null && decimal('kW', charge.kW)) };
    case 'demand':
      return {
        per,
        windowMinutes: charge.windowMinutes,
        ...demandPriceOf(charge, times),
        ...whole('highest', charge.highest),
        ...whole('meanOf', charge.meanOf),
        ...ratchetOf(charge),
        ...decimal('atLeast', charge.atLeast),
      };
    case 'minimum':
    case 'maximum':
      return { ...amount('amount', charge.amount), per, of, ...(kind === 'minimum' && creditOf(charge)) };
    case 'derived':
    case 'discount':
    case 'tax':
      return { ...steppedOf(charge, 'percent'), of, ...atMostOf('amount', charge) };
  }
};

const usePriceOf = (charge: ChargeDraft, times: TimesDraft | null, sizes: readonly string[]) => {
  if (charge.price === 'rate') return decimal('rate', charge.rate);
  if (charge.price === 'periods') return byPeriodOf(charge, times);
  return charge.price === 'blocks' ? { blocks: blocksOf(charge, sizes) } : marketOf(charge);
};

// Steps of an amount or a percent, and what is left over.

/** A step that lacks its amount is handed on without it, for the service to name its place. */
const stepsWith = (field: 'amount' | 'percent' | 'rate', steps: readonly StepDraft[]) =>
  steps.map(({ upTo, rate }) => ({
    ...amount('upTo', upTo),
    ...(field === 'amount' ? amount(field, rate) : decimal(field, rate)),
  }));

/** An amount that is missing is left out, for the service to name its size. */
const sizedOf = ({ sizeAmounts }: ChargeDraft, sizes: readonly string[]) => ({
  bySize: Object.fromEntries(
    sizes.map((size) => [size, amountOf(sizeAmounts[size] ?? '')] as const).filter(([, typed]) => typed !== ''),
  ),
});

const steppedOf = (charge: ChargeDraft, field: 'amount' | 'percent') => {
  const { price, blockPer, steps } = charge;
  if (price === 'byUse') return { byUse: { per: blockPer, steps: stepsWith(field, steps) } };
  if (price === 'byPower' && field === 'amount') return { byPower: { steps: stepsWith(field, steps) } };
  return field === 'amount' ? amount(field, charge.amount) : decimal(field, charge.amount);
};

const demandPriceOf = (charge: ChargeDraft, times: TimesDraft | null) => {
  if (charge.price === 'byPower') return { steps: stepsWith('amount', charge.steps) };
  if (charge.price === 'blocks') return { blocks: stepsWith('rate', charge.steps) };
  return charge.price === 'periods' ? byPeriodOf(charge, times) : decimal('rate', charge.rate);
};

const ratchetOf = ({ ratchetPercent, ratchetMonths, ratchetOf: of }: ChargeDraft) =>
  ratchetPercent.trim() === '' && ratchetMonths.trim() === ''
    ? {}
    : { ratchet: { ...decimal('percent', ratchetPercent), ...whole('months', ratchetMonths), ...some('of', of) } };

/** Half of it is handed on too, for the service to name what it lacks. */
const exchangeOf = ({ kind, exchangeCurrency, exchangeSeries }: ChargeDraft) => {
  const [currency, series] = [exchangeCurrency.trim().toUpperCase(), exchangeSeries.trim()];
  return !pricedKinds.includes(kind) || (currency === '' && series === '')
    ? {}
    : { exchange: { ...given('currency', currency), ...given('series', series) } };
};

const pastUseOf = ({ pastMonths, pastAbove, pastUpTo }: ChargeDraft) =>
  [pastMonths, pastAbove, pastUpTo].every((typed) => typed.trim() === '')
    ? {}
    : { pastUse: { ...whole('months', pastMonths), ...amount('above', pastAbove), ...amount('upTo', pastUpTo) } };

const keepOf = ({ keep, keepMonths }: ChargeDraft) => ({
  ...(keep === 'year' && { until: keep }),
  ...(keep === 'months' && whole('months', keepMonths)),
});

const netOf = (charge: ChargeDraft) => {
  if (charge.keep === '') return {};
  if (charge.keep === 'lost') return { net: {} };
  return { net: { keep: { ...keepOf(charge), ...decimal('paidAt', charge.paidAt) } } };
};

const creditOf = (charge: ChargeDraft) =>
  charge.keep === '' || charge.keep === 'lost'
    ? {}
    : { keep: { ...keepOf(charge), ...(charge.isPaidOut && { yearEnd: 'paid' }) } };

const blocksOf = (charge: ChargeDraft, sizes: readonly string[]): Blocks => {
  const { steps, blockPer } = charge;
  if (!isBySize(charge, sizes)) return { per: blockPer, tables: tablesOf(charge, steps) };
  const own = sizes.map((size) => [size, { tables: tablesOf(charge, stepsOfSize(charge, size)) }]);
  return { per: blockPer, tables: [], bySize: Object.fromEntries(own) };
};

const tablesOf = ({ isSlabs }: ChargeDraft, steps: readonly StepDraft[]): Blocks['tables'] => {
  const rows = steps.map(({ upTo, rate }) => ({ end: amount('upTo', upTo), rate: decimalOf(rate) }));
  // A rate that is missing is left out, for the service to name its place.
  const price = (rate: string) => given('rate', rate) as { rate: string };
  return isSlabs
    ? rows.map(({ end, rate }) => ({ ...end, steps: [price(rate)] }))
    : [{ steps: rows.map(({ end, rate }) => ({ ...end, ...price(rate) })) }];
};

/** What a charge of periods names: the schedule, and each of its periods that some time belongs to. */
const byPeriodOf = ({ rates }: ChargeDraft, times: TimesDraft | null) => {
  if (times === null) return {};
  const used = times.periods.filter(({ key }) => times.rules.some(({ period }) => period === key));
  return {
    schedule: times.schedule,
    rates: entered(used.map(({ key, name }) => [name.trim(), rates[key] ?? ''])),
  };
};

const entered = (entries: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(
    entries.map(([name, typed]) => [name, decimalOf(typed)] as const).filter(([, rate]) => rate !== ''),
  );

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

const capacityPriceOf = ({ price, rate, powers }: ChargeDraft) =>
  price === 'periods' ? { rates: powerRatesOf(powers) } : decimal('rate', rate);

/** A line that is filled in by half is handed on, for the service to name what it lacks. */
const powerRatesOf = (powers: ChargeDraft['powers']): Record<string, string> =>
  Object.fromEntries(
    powers
      .map(({ period, rate }) => [period.trim(), decimalOf(rate)] as const)
      .filter(([period, rate]) => period !== '' || rate !== ''),
  );

const atMostOf = (field: 'amount' | 'units', { atMost, atMostPer }: ChargeDraft) =>
  atMost.trim() === '' ? {} : { atMost: { [field]: amountOf(atMost), per: atMostPer } };

const scheduleOf = (times: TimesDraft): Schedule => ({
  ...given('dayStarts', times.dayStarts.trim() === '' ? '' : clockOf(times.dayStarts)),
  ...given('holidays', times.holidays),
  periods: times.rules.map((rule) => ruleOf(times, rule)),
});

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

/** Without the languages in which nothing is said. English is required: where only that is empty, it is left for the service to name. */
const wordsOf = (words: Words): Words => {
  if (typeof words === 'string') return words.trim();
  const said = Object.entries(words)
    .map(([language, text = '']) => [language, text.trim()] as const)
    .filter(([, text]) => text !== '');
  return said.length === 0 ? '' : { en: '', ...Object.fromEntries(said) };
};

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

/** The parts that something was entered for. */
const given = <Key extends string>(key: Key, value: string): { [K in Key]?: string } =>
  (value === '' ? {} : { [key]: value }) as { [K in Key]?: string };

const decimal = <Key extends string>(key: Key, typed: string): { [K in Key]?: string } => given(key, decimalOf(typed));

const amount = <Key extends string>(key: Key, typed: string): { [K in Key]?: string } => given(key, amountOf(typed));

/** What is no whole number goes on as it was typed, to be named by the service. */
const whole = <Key extends string>(key: Key, typed: string): { [K in Key]?: number } => {
  const text = typed.trim();
  return (text === '' ? {} : { [key]: /^\d{1,4}$/.test(text) ? Number(text) : text }) as { [K in Key]?: number };
};

const some = <Key extends string, Item>(key: Key, items: readonly Item[]): { [K in Key]?: readonly Item[] } =>
  (items.length === 0 ? {} : { [key]: items }) as { [K in Key]?: readonly Item[] };
