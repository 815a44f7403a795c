import type { TFunction } from 'i18next';
import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { addDays } from '#shell/text/local-day.ts';
import type { Words } from '#catalogue/index.ts';
import type { TariffChargeRow, TariffPlanRow } from '#supabase/tables/json-columns.ts';
import { allMeters, boundKinds } from '../../domain/tariff/plan.ts';
import { type BillFormat, useBillFormat } from '../use-bill-format.ts';
import { isSimplePlan } from './prices/simple-plan.ts';

/** What more a plan says than its row has names for: just what one line about it needs. */
interface ShownCharge extends TariffChargeRow {
  months?: number[];
  blocks?: object;
  schedule?: string;
  rates?: Record<string, unknown>;
  market?: object;
  byUse?: object;
  byPower?: object;
  meter?: string;
  bySize?: object;
  exchange?: { currency: string };
}

interface ShownPlan extends TariffPlanRow {
  charges: ShownCharge[];
  schedules?: Record<string, { colours?: string } | undefined>;
  meters?: Record<string, { name?: Words } | undefined>;
}

/** The charges that hold on a day; of a plan that is over, those of its last day, of one that has not begun, those of its first. */
function chargesOn(plan: ShownPlan, day: string): ShownCharge[] {
  const ends = plan.charges.map(({ until }) => until ?? '9999').toSorted();
  const begins = plan.charges.map(({ from }) => from ?? '').toSorted();
  const [first = '', last = '9999'] = [begins[0], ends.at(-1)];
  if (day < first) return heldOn(plan, first);
  return last <= day ? heldOn(plan, addDays(last, -1)) : heldOn(plan, day);
}

function heldOn(plan: ShownPlan, day: string): ShownCharge[] {
  const month = Number(day.slice(5, 7));
  const held = plan.charges.filter(
    ({ from = '', until = '9999', months }) => from <= day && day < until && (months?.includes(month) ?? true),
  );
  return held.length > 0 ? held : plan.charges;
}

type Translate = TFunction<'billing'>;

function usageParts(charges: ShownCharge[], plan: ShownPlan, t: Translate, write: BillFormat): string[] {
  const uses = charges.filter(({ kind, meter = allMeters }) => kind === 'use' && meter === allMeters);
  const [first] = uses;
  if (uses.length === 1 && first?.rate !== undefined && first.exchange === undefined)
    return [write.unitRate(plan.utility, plan.unit, first.rate)];
  const isColoured = ({ schedule }: ShownCharge) => plan.schedules?.[schedule ?? '']?.colours !== undefined;
  const isSteps = ({ blocks, rates }: ShownCharge) =>
    blocks !== undefined || Object.values(rates ?? {}).some((price) => typeof price === 'object');
  return [
    ...(uses.some(({ market }) => market !== undefined) ? [t('says.market')] : []),
    ...(uses.some((use) => use.rates !== undefined && isColoured(use)) ? [t('says.byColour')] : []),
    ...(uses.some((use) => use.rates !== undefined && !isColoured(use)) ? [t('says.byTime')] : []),
    ...(uses.some(isSteps) ? [t('says.inBlocks')] : []),
    ...(uses.length > 0 && uses.every(({ rate }) => rate !== undefined) ? [t('says.flat')] : []),
  ];
}

/** Meters with prices of their own. */
function meterParts({ meters = {} }: ShownPlan, t: Translate, { words, list }: BillFormat): string[] {
  const names = Object.entries(meters).map(([id, meter]) => words(meter?.name ?? id));
  return names.length === 0 ? [] : [t('says.meters', { count: names.length, list: list(names) })];
}

/** Those who send a bill each. */
function supplierParts({ suppliers = {} }: ShownPlan, t: Translate, { words, list }: BillFormat): string[] {
  const names = Object.entries(suppliers).map(([id, { name = id }]) => words(name));
  return names.length === 0 ? [] : [t('says.suppliers', { list: list(names) })];
}

/** The currencies of prices that are turned into the tariff's. */
function exchangeParts(charges: ShownCharge[], t: Translate): string[] {
  const others = new Set(charges.flatMap(({ exchange }) => exchange?.currency ?? []));
  return [...others].map((currency) => t('says.exchange', { currency }));
}

const fixedPers = ['month', 'day', 'bill', 'year'] as const;
const perWords = {
  month: 'tariffs.perMonth',
  day: 'says.perDay',
  bill: 'says.perBill',
  year: 'says.perYear',
} as const;

function fixedParts(charges: ShownCharge[], t: Translate, { price }: BillFormat): string[] {
  const fixed = charges.filter(({ kind }) => kind === 'fixed');
  return [
    ...fixedPers.flatMap((per) => {
      const sum = fixed
        .filter((charge) => charge.per === per && charge.amount !== undefined && charge.exchange === undefined)
        .reduce((all, { amount }) => all + Math.round(Number(amount) * 1e6), 0);
      return sum === 0 ? [] : [t(perWords[per], { amount: price(sum / 1e6) })];
    }),
    ...(fixed.some(({ byUse }) => byUse !== undefined) ? [t('says.fixedByUse')] : []),
    ...(fixed.some(({ byPower }) => byPower !== undefined) ? [t('says.fixedByPower')] : []),
    ...(fixed.some(({ bySize }) => bySize !== undefined) ? [t('says.fixedBySize')] : []),
  ];
}

/** A tariff's prices in one line, in the order in which people ask for them: `by time of day · contracted power · 21% tax`. */
export function describePlan(row: TariffPlanRow, day: string, t: Translate, write: BillFormat): string {
  const plan: ShownPlan = row;
  const charges = chargesOn(plan, day).filter(
    ({ kind, rate }) => !isSimplePlan(row) || kind !== 'use' || Number(rate) > 0,
  );
  const has = (kind: string) => charges.some((charge) => charge.kind === kind);
  const taxes = charges.filter(({ kind }) => kind === 'tax');
  const percents = taxes.flatMap(({ percent }) => (percent === undefined ? [] : [write.percent(Number(percent))]));
  return [
    ...usageParts(charges, plan, t, write),
    ...meterParts(plan, t, write),
    ...supplierParts(plan, t, write),
    ...exchangeParts(charges, t),
    ...fixedParts(charges, t, write),
    ...(has('capacity') ? [t('says.power')] : []),
    ...(has('demand') ? [t('says.demand')] : []),
    ...(has('returned') ? [t('says.returned')] : []),
    ...(has('discount') ? [t('says.discount')] : []),
    ...boundKinds.flatMap((kind) => (has(kind) ? [t(`says.${kind}`)] : [])),
    ...(percents.length > 0 ? [t('tariffs.plusTax', { share: percents.join(' + ') })] : []),
    ...(taxes.length > percents.length ? [t('says.taxByUse')] : []),
  ].join(' · ');
}

/** Says that a tariff's prices are over on `day`; nothing where they are not. */
export function EndedPrices({ until, day }: { until: string | null; day: string }) {
  const { t } = useTranslation('billing');
  const write = useBillFormat();
  if (until === null || until > day) return null;
  return (
    <p role="status" className="flex items-start gap-2.5 rounded-control bg-alert-soft px-3 py-2 text-small text-alert">
      <Info className="mt-0.5 size-5 shrink-0" aria-hidden />
      {t('tariffs.ended', { day: write.day(addDays(until, -1)) })}
    </p>
  );
}
