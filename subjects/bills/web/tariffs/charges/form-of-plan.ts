/** A plan as the form shows it. */
import {
  type AmountStep,
  type Blocks,
  exchangeOf,
  isUnitCharge,
  type Keeping,
  type PercentStep,
  type PowerBlocks,
  type Schedule,
  type TariffCharge,
  type TariffPlan,
} from '../../../domain/tariff/plan.ts';
import { ownAbove, withOwnShares } from '../../../domain/tariff/suppliers.ts';
import { writtenAmount } from '../prices/amount-input.tsx';
import {
  type ChargeDraft,
  emptyCharge,
  isSameValue,
  type KeptParts,
  type NamedDraft,
  type PlanDraft,
  presetOf,
  type StepDraft,
  type TimesDraft,
} from './plan-draft.ts';
import { planOfForm } from './plan-of-form.ts';

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
  const { name, utility, currency, unit, yearStarts = '', netting = '', meters, suppliers, meterSizes = [] } = plan;
  const times = timesOf(plan);
  const draft: PlanDraft = {
    name,
    utility,
    currency,
    unit,
    kept: keptOf(plan),
    yearStarts: String(yearStarts),
    netting: String(netting),
    meters: namedOf(meters),
    suppliers: namedOf(suppliers),
    meterSizes: meterSizes.join(', '),
    times,
    charges: withSharesOfAll(plan).map((charge, at) => draftOfCharge(charge, at, times)),
  };
  // Whatever else it says that would be lost.
  return isSameValue(withOwnShares(planOfForm(draft)), withOwnShares(plan))
    ? { ok: true, draft }
    : { ok: false, parts: ['other'] };
}

const namedOf = (named: TariffPlan['meters']): NamedDraft[] =>
  Object.entries(named ?? {}).map(([id, { name = '' }], at) => ({ key: `m${at}`, id, name }));

/** A share of all that its supplier asks above it is one of `all`: charges that are added are in it. */
const withSharesOfAll = ({ charges }: TariffPlan): readonly TariffCharge[] =>
  charges.map((charge, i) => {
    const { supplier } = charge;
    if (supplier === undefined || !('of' in charge) || charge.of === 'all') return charge;
    return isSameValue(charge.of, ownAbove(charges.slice(0, i), supplier)) ? { ...charge, of: 'all' } : charge;
  });

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

const blockParts = ({ bySize = {}, ...blocks }: Blocks): UnshownPart[] => [
  ...Object.values(bySize).flatMap(({ tables }) => blockParts({ ...blocks, tables })),
  ...(Object.keys(bySize).length > 0 ? [] : ownParts(blocks)),
];

const ownParts = (blocks: Blocks): UnshownPart[] => [
  ...(goesByPersons(blocks) ? (['persons'] as const) : []),
  ...(isOfSteps(blocks) || isOfSlabs(blocks) ? [] : (['tables'] as const)),
];

const goesByPersons = ({ personsIncluded, tables }: Blocks): boolean =>
  personsIncluded !== undefined ||
  tables.some(({ perPerson, steps }) => [perPerson, ...steps.map((step) => step.perPerson)].some(Boolean));

const isOfSteps = ({ tables: [first, ...more] }: Pick<Blocks, 'tables'>): boolean =>
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
  const meter = ('meter' in charge && charge.meter) || '';
  const { supplier = '' } = charge;
  const exchange = exchangeOf(charge);
  const other = { exchangeCurrency: exchange?.currency ?? '', exchangeSeries: exchange?.series ?? '' };
  const dated = { name, meter, supplier, from, until, months, ...past, ...other, round: writtenAmount(round) };
  return { ...emptyCharge(kind, id, `c${at}`), ...dated, ...priceOf(charge, times), ...ownPartsOf(charge) };
};

const priceOf = (charge: TariffCharge, times: TimesDraft | null): Partial<ChargeDraft> => {
  if ('byUse' in charge && charge.byUse)
    return { price: 'byUse', blockPer: charge.byUse.per, steps: charge.byUse.steps.map(amountStep) };
  if ('byPower' in charge && charge.byPower) return { price: 'byPower', steps: charge.byPower.steps.map(amountStep) };
  if (charge.kind === 'fixed' && charge.bySize) return { price: 'bySize', sizeAmounts: amountsOf(charge.bySize) };
  if (charge.kind === 'demand' && charge.blocks) return { price: 'blocks', steps: charge.blocks.map(powerStep) };
  if (charge.kind === 'demand' && charge.steps) return { price: 'byPower', steps: charge.steps.map(amountStep) };
  if (!isUnitCharge(charge) && charge.kind !== 'demand' && charge.kind !== 'capacity') return {};
  if (charge.rate !== undefined) return { price: 'rate', rate: charge.rate };
  if (isUnitCharge(charge) && charge.blocks !== undefined) {
    const { per, tables, bySize } = charge.blocks;
    const sized = Object.entries(bySize ?? {});
    const isSlabs = !isOfSteps(sized[0]?.[1] ?? { tables });
    const sizeSteps = Object.fromEntries(sized.map(([size, own]) => [size, stepsOf(own, isSlabs)]));
    const shown = bySize ? { isBySize: true, sizeSteps } : { steps: stepsOf({ tables }, isSlabs) };
    return { price: 'blocks', blockPer: per, isSlabs, ...shown };
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

const stepsOf = ({ tables }: Pick<Blocks, 'tables'>, isSlabs: boolean): StepDraft[] => {
  const rows = isSlabs
    ? tables.map(({ upTo, steps: [first] }) => ({ upTo, rate: first?.rate }))
    : (tables[0]?.steps ?? []);
  return rows.map(({ upTo = '', rate = '' }, i) => ({ key: `s${i}`, upTo: writtenAmount(upTo), rate }));
};

const amountsOf = (bySize: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(bySize).map(([size, amount]) => [size, writtenAmount(amount)]));

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
