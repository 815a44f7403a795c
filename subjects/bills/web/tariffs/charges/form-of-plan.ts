import type { Words } from '#catalogue/index.ts';
import {
  type AmountStep,
  type Blocks,
  isUnitCharge,
  type Keeping,
  type PercentStep,
  type PowerBlocks,
  type Schedule,
  type TariffCharge,
  type TariffPlan,
} from '../../../domain/tariff/plan.ts';
import { amountWritten, writtenAmount } from '../prices/amount-input.tsx';
import {
  type ChargeDraft,
  emptyCharge,
  isSameValue,
  type KeptParts,
  type PlanDraft,
  presetOf,
  type RuleDraft,
  type StepDraft,
  type TimesDraft,
} from './plan-draft.ts';

export type FormOfPlan =
  | { readonly ok: true; readonly draft: PlanDraft }
  | { readonly ok: false; readonly parts: readonly UnshownPart[] };

/**
 * A plan as the form shows it, or what of it the form cannot show. What it shows it gives back as it was:
 * `planOfForm` of the draft is the plan.
 */
export function formOfPlan(plan: TariffPlan): FormOfPlan {
  const parts = unshownOf(plan);
  if (parts.length > 0) return { ok: false, parts };
  const { name, utility, currency, unit, yearStarts = '', netting = '', charges } = plan;
  const times = timesOf(plan);
  const draft: PlanDraft = {
    name,
    utility,
    currency,
    unit,
    kept: keptOf(plan),
    yearStarts: String(yearStarts),
    netting: String(netting),
    times,
    charges: charges.map((charge, at) => draftOfCharge(charge, at, times)),
  };
  // Whatever else it says that would be lost.
  return isSameValue(planOfForm(draft), plan) ? { ok: true, draft } : { ok: false, parts: ['other'] };
}

// What of a plan the form cannot show.

/** What a tariff may say and the form has no field for. */
const unshownParts = ['schedules', 'colours', 'persons', 'tables', 'blocksByPeriod', 'powerByPeriod', 'other'] as const;
export type UnshownPart = (typeof unshownParts)[number];

const unshownOf = ({ schedules = {}, charges }: TariffPlan): UnshownPart[] => {
  const all = Object.values(schedules);
  const parts: UnshownPart[] = [
    ...(all.length > 1 ? (['schedules'] as const) : []),
    ...(all.some(({ colours }) => colours !== undefined) ? (['colours'] as const) : []),
    ...charges.flatMap(chargeParts),
  ];
  return unshownParts.filter((part) => parts.includes(part));
};

const chargeParts = (charge: TariffCharge): UnshownPart[] => {
  if (charge.kind === 'capacity') return typeof charge.kW === 'object' ? ['powerByPeriod'] : [];
  if (!isUnitCharge(charge)) return [];
  const isByPeriod = Object.values(charge.rates ?? {}).some((price) => typeof price === 'object');
  return [...(charge.blocks ? blockParts(charge.blocks) : []), ...(isByPeriod ? (['blocksByPeriod'] as const) : [])];
};

const blockParts = (blocks: Blocks): UnshownPart[] => [
  ...(goesByPersons(blocks) ? (['persons'] as const) : []),
  ...(isOfSteps(blocks) || isOfSlabs(blocks) ? [] : (['tables'] as const)),
];

const goesByPersons = ({ personsIncluded, tables }: Blocks): boolean =>
  personsIncluded !== undefined ||
  tables.some(({ perPerson, steps }) => [perPerson, ...steps.map((step) => step.perPerson)].some(Boolean));

const isOfSteps = ({ tables: [first, ...more] }: Blocks): boolean =>
  first !== undefined && more.length === 0 && first.upTo === undefined;

const isOfSlabs = ({ tables }: Blocks): boolean =>
  tables.every(({ steps: [first, ...more] }) => first !== undefined && more.length === 0 && first.upTo === undefined);

// A plan as the form shows it.

const timesOf = (plan: TariffPlan): TimesDraft | null => {
  const [found] = Object.entries(plan.schedules ?? {});
  if (found === undefined) return null;
  const [schedule, { dayStarts = '', holidays = '', periods }]: [string, Schedule] = found;
  const names = [...new Set(periods.map(({ period }) => period))];
  return {
    schedule,
    dayStarts,
    holidays,
    periods: names.map((name, i) => ({ key: `n${i}`, name })),
    rules: periods.map(({ period, days = [], hours = [], months = [] }, i) => ({
      key: `r${i}`,
      period: `n${names.indexOf(period)}`,
      days,
      isChosen: presetOf(days) === undefined,
      months,
      windows: hours.map((text, at) => {
        const [from = '', ...to] = text.split('-');
        return { key: `w${at}`, from, to: to.join('-') };
      }),
    })),
  };
};

const draftOfCharge = (charge: TariffCharge, at: number, times: TimesDraft | null): ChargeDraft => {
  const { kind, id, name = '', from = '', until = '', months = [], pastUse, round = '' } = charge;
  const past = {
    pastMonths: pastUse ? String(pastUse.months) : '',
    pastAbove: writtenAmount(pastUse?.above ?? ''),
    pastUpTo: writtenAmount(pastUse?.upTo ?? ''),
  };
  const dated = { name, from, until, months, ...past, round: writtenAmount(round) };
  return { ...emptyCharge(kind, id, `c${at}`), ...dated, ...priceOf(charge, times), ...ownPartsOf(charge) };
};

const priceOf = (charge: TariffCharge, times: TimesDraft | null): Partial<ChargeDraft> => {
  if ('byUse' in charge && charge.byUse)
    return { price: 'byUse', blockPer: charge.byUse.per, steps: charge.byUse.steps.map(amountStep) };
  if ('byPower' in charge && charge.byPower) return { price: 'byPower', steps: charge.byPower.steps.map(amountStep) };
  if (charge.kind === 'demand' && charge.blocks) return { price: 'blocks', steps: charge.blocks.map(powerStep) };
  if (charge.kind === 'demand' && charge.steps) return { price: 'byPower', steps: charge.steps.map(amountStep) };
  if (!isUnitCharge(charge) && charge.kind !== 'demand' && charge.kind !== 'capacity') return {};
  if (charge.rate !== undefined) return { price: 'rate', rate: charge.rate };
  if (isUnitCharge(charge) && charge.blocks !== undefined) {
    const isSlabs = !isOfSteps(charge.blocks);
    return { price: 'blocks', blockPer: charge.blocks.per, isSlabs, steps: stepsOf(charge.blocks, isSlabs) };
  }
  if (isUnitCharge(charge) && charge.market !== undefined) {
    const { series, times: factor = '', plus = '', atLeast = '', atMost = '', tax = '' } = charge.market;
    return { price: 'market', market: { series, times: factor, plus, atLeast, atMost, tax } };
  }
  if (charge.rates === undefined) return {};
  if (charge.kind !== 'capacity') return { price: 'periods', rates: ratesOf(charge.rates, times) };
  const powers = Object.entries(charge.rates).map(([period, rate], i) => ({ key: `p${i}`, period, rate }));
  return { price: 'periods', powers };
};

const stepsOf = ({ tables }: Blocks, isSlabs: boolean): StepDraft[] => {
  const rows = isSlabs
    ? tables.map(({ upTo, steps: [first] }) => ({ upTo, rate: first?.rate }))
    : (tables[0]?.steps ?? []);
  return rows.map(({ upTo = '', rate = '' }, i) => ({ key: `s${i}`, upTo: writtenAmount(upTo), rate }));
};

/** Of an amount, or of percent. */
const amountStep = (step: AmountStep | PercentStep, i: number): StepDraft => ({
  key: `s${i}`,
  upTo: writtenAmount(step.upTo ?? ''),
  rate: 'amount' in step ? writtenAmount(step.amount) : step.percent,
});

const powerStep = ({ upTo = '', rate }: PowerBlocks[number], i: number): StepDraft => ({
  key: `s${i}`,
  upTo: writtenAmount(upTo),
  rate,
});

/** What is left over: of a charge that takes units off, or of a minimum. */
const keepingOf = (keep: Keeping | undefined): Partial<ChargeDraft> => {
  if (keep === undefined) return {};
  const { until, months } = keep;
  return {
    keep: until ?? (months === undefined ? 'ever' : 'months'),
    keepMonths: months === undefined ? '' : String(months),
  };
};

/** The periods' prices by their keys; blocks among them have been refused before. */
const ratesOf = (rates: Readonly<Record<string, unknown>>, times: TimesDraft | null): Record<string, string> =>
  Object.fromEntries(
    (times?.periods ?? []).flatMap(({ key, name }) => {
      const rate = rates[name];
      return typeof rate === 'string' ? [[key, rate] as const] : [];
    }),
  );

const ownPartsOf = (charge: TariffCharge): Partial<ChargeDraft> => {
  switch (charge.kind) {
    case 'fixed':
      return { per: charge.per, by: charge.by ?? '', amount: writtenAmount(charge.amount ?? '') };
    case 'use':
    case 'returned':
      return {
        sharePercent: charge.sharePercent ?? '',
        wholeUnits: charge.wholeUnits ?? '',
        ...(charge.kind === 'use' &&
          charge.net && { keep: 'lost', ...keepingOf(charge.net.keep), paidAt: charge.net.keep?.paidAt ?? '' }),
        ...(charge.atMost && { atMost: writtenAmount(charge.atMost.units), atMostPer: charge.atMost.per }),
      };
    case 'capacity':
      return { per: charge.per, by: charge.by ?? '', kW: typeof charge.kW === 'string' ? charge.kW : null };
    case 'demand':
      return {
        per: charge.per,
        windowMinutes: charge.windowMinutes,
        highest: String(charge.highest ?? ''),
        meanOf: String(charge.meanOf ?? ''),
        ratchetPercent: charge.ratchet?.percent ?? '',
        ratchetMonths: String(charge.ratchet?.months ?? ''),
        ratchetOf: charge.ratchet?.of ?? [],
        atLeast: charge.atLeast ?? '',
      };
    case 'minimum':
    case 'maximum':
      return {
        per: charge.per,
        amount: writtenAmount(charge.amount),
        of: charge.of,
        ...keepingOf(charge.keep),
        isPaidOut: charge.keep?.yearEnd === 'paid',
      };
    case 'derived':
    case 'discount':
    case 'tax':
      return {
        amount: charge.percent ?? '',
        of: charge.of,
        ...(charge.atMost && { atMost: writtenAmount(charge.atMost.amount), atMostPer: charge.atMost.per }),
      };
  }
};

const keptParts = ['timeZone', 'source', 'change', 'rounding', 'calendars'] as const;

const keptOf = (plan: TariffPlan): KeptParts =>
  Object.fromEntries(keptParts.flatMap((part) => (plan[part] === undefined ? [] : [[part, plan[part]]])));

// What the form says, as a plan.

/** The plan that a form says. What is not filled in is not in it: whether it is sound the service says, by path. */
export function planOfForm(draft: PlanDraft): TariffPlan {
  const { name, kept, times, charges, utility, currency, unit, yearStarts, netting } = draft;
  return {
    name: wordsOf(name),
    utility,
    currency,
    unit,
    ...kept,
    ...whole('yearStarts', yearStarts),
    ...(netting !== '' && { netting: Number(netting) as 15 | 30 | 60 }),
    ...(times !== null && { schedules: { [times.schedule]: scheduleOf(times) } }),
    charges: charges.map((charge) => chargeOf(charge, times)),
  };
}

const chargeOf = (charge: ChargeDraft, times: TimesDraft | null): TariffCharge => {
  const name = wordsOf(charge.name);
  return {
    id: charge.id,
    kind: charge.kind,
    ...(name !== '' && { name }),
    ...given('from', charge.from),
    ...given('until', charge.until),
    ...some('months', charge.months),
    ...pastUseOf(charge),
    ...amount('round', charge.round),
    ...planPartsOf(charge, times),
  } as TariffCharge;
};

/** What belongs to a kind alone. */
const planPartsOf = (charge: ChargeDraft, times: TimesDraft | null): object => {
  const { kind, per, of } = charge;
  const by = given('by', charge.by);
  switch (kind) {
    case 'fixed':
      return { per, ...by, ...steppedOf(charge, 'amount') };
    case 'use':
    case 'returned':
      return {
        ...usePriceOf(charge, times),
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

const usePriceOf = (charge: ChargeDraft, times: TimesDraft | null) => {
  if (charge.price === 'rate') return decimal('rate', charge.rate);
  if (charge.price === 'periods') return byPeriodOf(charge, times);
  return charge.price === 'blocks' ? { blocks: blocksOf(charge) } : marketOf(charge);
};

// Steps of an amount or a percent, and what is left over.

/** A step that lacks its amount is handed on without it, for the service to name its place. */
const stepsWith = (field: 'amount' | 'percent' | 'rate', steps: readonly StepDraft[]) =>
  steps.map(({ upTo, rate }) => ({
    ...amount('upTo', upTo),
    ...(field === 'amount' ? amount(field, rate) : decimal(field, rate)),
  }));

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
