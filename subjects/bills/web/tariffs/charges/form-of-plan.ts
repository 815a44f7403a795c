import type { Blocks, Schedule, TariffCharge, TariffPlan } from '../../../domain/tariff/plan.ts';
import {
  type ChargeDraft,
  emptyCharge,
  type KeptParts,
  type PlanDraft,
  type StepDraft,
  type TimesDraft,
} from './plan-draft.ts';
import { writtenAmount } from '../prices/plain-amount.ts';
import { presetOf } from './day-presets.ts';
import { planOfForm } from './plan-of-form.ts';
import { isSameValue } from './same-value.ts';

/** What a tariff may say and the form has no field for. */
const unshownParts = [
  'schedules',
  'colours',
  'persons',
  'tables',
  'blocksByPeriod',
  'amountByUse',
  'powerByPeriod',
  'other',
] as const;
export type UnshownPart = (typeof unshownParts)[number];

export type FormOfPlan =
  | { readonly ok: true; readonly draft: PlanDraft }
  | { readonly ok: false; readonly parts: readonly UnshownPart[] };

const isOfSteps = ({ tables: [first, ...more] }: Blocks): boolean =>
  first !== undefined && more.length === 0 && first.upTo === undefined;

const isOfSlabs = ({ tables }: Blocks): boolean =>
  tables.every(({ steps: [first, ...more] }) => first !== undefined && more.length === 0 && first.upTo === undefined);

const goesByPersons = ({ personsIncluded, tables }: Blocks): boolean =>
  personsIncluded !== undefined ||
  tables.some(({ perPerson, steps }) => [perPerson, ...steps.map((step) => step.perPerson)].some(Boolean));

const blockParts = (blocks: Blocks): UnshownPart[] => [
  ...(goesByPersons(blocks) ? (['persons'] as const) : []),
  ...(isOfSteps(blocks) || isOfSlabs(blocks) ? [] : (['tables'] as const)),
];

const chargeParts = (charge: TariffCharge): UnshownPart[] => {
  if (charge.kind === 'fixed') return charge.byUse === undefined ? [] : ['amountByUse'];
  if (charge.kind === 'capacity') return typeof charge.kW === 'object' ? ['powerByPeriod'] : [];
  if (charge.kind !== 'use') return [];
  const isByPeriod = Object.values(charge.rates ?? {}).some((price) => typeof price === 'object');
  return [...(charge.blocks ? blockParts(charge.blocks) : []), ...(isByPeriod ? (['blocksByPeriod'] as const) : [])];
};

const unshownOf = ({ schedules = {}, charges }: TariffPlan): UnshownPart[] => {
  const all = Object.values(schedules);
  const parts: UnshownPart[] = [
    ...(all.length > 1 ? (['schedules'] as const) : []),
    ...(all.some(({ colours }) => colours !== undefined) ? (['colours'] as const) : []),
    ...charges.flatMap(chargeParts),
  ];
  return unshownParts.filter((part) => parts.includes(part));
};

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

const stepsOf = ({ tables }: Blocks, isSlabs: boolean): StepDraft[] => {
  const rows = isSlabs
    ? tables.map(({ upTo, steps: [first] }) => ({ upTo, rate: first?.rate }))
    : (tables[0]?.steps ?? []);
  return rows.map(({ upTo = '', rate = '' }, i) => ({ key: `s${i}`, upTo: writtenAmount(upTo), rate }));
};

/** The periods' prices by their keys; blocks among them have been refused before. */
const ratesOf = (rates: Readonly<Record<string, unknown>>, times: TimesDraft | null): Record<string, string> =>
  Object.fromEntries(
    (times?.periods ?? []).flatMap(({ key, name }) => {
      const rate = rates[name];
      return typeof rate === 'string' ? [[key, rate] as const] : [];
    }),
  );

const priceOf = (charge: TariffCharge, times: TimesDraft | null): Partial<ChargeDraft> => {
  if (charge.kind !== 'use' && charge.kind !== 'demand' && charge.kind !== 'capacity') return {};
  if (charge.rate !== undefined) return { price: 'rate', rate: charge.rate };
  if (charge.kind === 'use' && charge.blocks !== undefined) {
    const isSlabs = !isOfSteps(charge.blocks);
    return { price: 'blocks', blockPer: charge.blocks.per, isSlabs, steps: stepsOf(charge.blocks, isSlabs) };
  }
  if (charge.kind === 'use' && charge.market !== undefined) {
    const { series, times: factor = '', plus = '', atLeast = '', atMost = '', tax = '' } = charge.market;
    return { price: 'market', market: { series, times: factor, plus, atLeast, atMost, tax } };
  }
  if (charge.rates === undefined) return {};
  if (charge.kind !== 'capacity') return { price: 'periods', rates: ratesOf(charge.rates, times) };
  const powers = Object.entries(charge.rates).map(([period, rate], i) => ({ key: `p${i}`, period, rate }));
  return { price: 'periods', powers };
};

const ownPartsOf = (charge: TariffCharge): Partial<ChargeDraft> => {
  switch (charge.kind) {
    case 'fixed':
      return { per: charge.per, by: charge.by ?? '', amount: writtenAmount(charge.amount ?? '') };
    case 'use':
      return {
        sharePercent: charge.sharePercent ?? '',
        ...(charge.atMost && { atMost: writtenAmount(charge.atMost.units), atMostPer: charge.atMost.per }),
      };
    case 'capacity':
      return { per: charge.per, by: charge.by ?? '', kW: typeof charge.kW === 'string' ? charge.kW : null };
    case 'demand':
      return { per: charge.per, windowMinutes: charge.windowMinutes };
    case 'minimum':
      return { per: charge.per, amount: writtenAmount(charge.amount), of: charge.of };
    case 'derived':
    case 'discount':
    case 'tax':
      return {
        amount: charge.percent,
        of: charge.of,
        ...(charge.atMost && { atMost: writtenAmount(charge.atMost.amount), atMostPer: charge.atMost.per }),
      };
  }
};

const draftOfCharge = (charge: TariffCharge, at: number, times: TimesDraft | null): ChargeDraft => {
  const { kind, id, name = '', from = '', until = '', months = [], round = '' } = charge;
  const dated = { name, from, until, months, round: writtenAmount(round) };
  return { ...emptyCharge(kind, id, `c${at}`), ...dated, ...priceOf(charge, times), ...ownPartsOf(charge) };
};

const keptParts = ['timeZone', 'source', 'change', 'rounding', 'calendars'] as const;

const keptOf = (plan: TariffPlan): KeptParts =>
  Object.fromEntries(keptParts.flatMap((part) => (plan[part] === undefined ? [] : [[part, plan[part]]])));

/**
 * A plan as the form shows it, or what of it the form cannot show. What it shows it gives back as it was:
 * `planOfForm` of the draft is the plan.
 */
export function formOfPlan(plan: TariffPlan): FormOfPlan {
  const parts = unshownOf(plan);
  if (parts.length > 0) return { ok: false, parts };
  const { name, utility, currency, unit, charges } = plan;
  const times = timesOf(plan);
  const draft: PlanDraft = {
    name,
    utility,
    currency,
    unit,
    kept: keptOf(plan),
    times,
    charges: charges.map((charge, at) => draftOfCharge(charge, at, times)),
  };
  // Whatever else it says that would be lost.
  return isSameValue(planOfForm(draft), plan) ? { ok: true, draft } : { ok: false, parts: ['other'] };
}
