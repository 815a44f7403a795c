import type { TFunction } from 'i18next';
import { dateWriter, type Format } from '#shell/text/format.ts';
import type { PlanTextFault } from '../../contract/tariff-plan.ts';
import { isBound, isOfUnits, isShare, type TariffPlan } from '../../domain/tariff/plan.ts';
import { type ChargeDraft, isBySize, type PlanDraft, sizesOf, stepsOfSize } from './charges/plan-draft.ts';
import { isThousands } from './prices/amount-input.tsx';

// What the form itself finds: a plan could not say it.

export type OwnFault = 'namesake' | 'thousands' | 'days';

/** By the name of their field, such as `charges.c2.amount`. */
export function ownFaults(draft: PlanDraft): Map<string, OwnFault> {
  const all: Record<OwnFault, string[]> = {
    namesake: namesakes(draft),
    thousands: thousands(draft),
    days: dayless(draft),
  };
  return new Map(
    (Object.keys(all) as OwnFault[]).flatMap((fault) => all[fault].map((place) => [place, fault] as const)),
  );
}

/** The service is not asked about it, as it would read something else. */
export function hasOwnFaults(draft: PlanDraft): boolean {
  return ownFaults(draft).size > 0;
}

/** Fields of names that stand twice: periods of the day, and of the power of one charge. The plan could not tell them apart. */
function namesakes({ times, charges }: PlanDraft): string[] {
  const isRepeated = (names: readonly string[]) => (_: unknown, i: number) =>
    names.findIndex((name) => name.trim() === names[i]?.trim()) < i;
  const periods = times?.periods ?? [];
  const powered = charges.filter(({ kind, price }) => kind === 'capacity' && price === 'periods');
  return [
    ...periods.filter(isRepeated(periods.map(({ name }) => name))).map(({ key }) => `times.periods.${key}`),
    ...powered.flatMap(({ key, powers }) =>
      powers
        .filter(isRepeated(powers.map(({ period }) => period)))
        .map((power) => `charges.${key}.powers.${power.key}.period`),
    ),
  ];
}

function thousands(draft: PlanDraft): string[] {
  const sizes = sizesOf(draft);
  return draft.charges.flatMap((charge) =>
    amountsOf(charge, sizes).flatMap(([field, typed]) =>
      isThousands(typed) ? [`charges.${charge.key}.${field}`] : [],
    ),
  );
}

type Amounts = readonly (readonly [field: string, typed: string])[];

/** What the fields of a charge say in money or in units of use. Prices per unit, percents and kW are none of it. */
function amountsOf(charge: ChargeDraft, sizes: readonly string[]): Amounts {
  const { kind, price, amount, sizeAmounts, atMost, pastAbove, pastUpTo, round } = charge;
  const isOfMoney = isBound(kind) || (kind === 'fixed' && price === 'rate');
  const isLimited = isOfUnits(kind) || isShare(kind);
  const bySize = sizes.map((size) => [`sizeAmounts.${size}`, sizeAmounts[size] ?? ''] as const);
  return [
    ...(isOfMoney ? [['amount', amount] as const] : []),
    ...stepAmounts(charge, sizes),
    ...(price === 'bySize' ? bySize : []),
    ...(isLimited ? [['atMost', atMost] as const] : []),
    ['pastAbove', pastAbove],
    ['pastUpTo', pastUpTo],
    ['round', round],
  ];
}

/** Ends of steps are units of use or kW, and what a step says is an amount, a price or a percent. */
function stepAmounts(charge: ChargeDraft, sizes: readonly string[]): Amounts {
  const { kind, price, steps } = charge;
  const isInBlocks = isOfUnits(kind) && price === 'blocks';
  const isOfMoney = (kind === 'fixed' || kind === 'demand') && (price === 'byUse' || price === 'byPower');
  const tables =
    isInBlocks && isBySize(charge, sizes)
      ? sizes.map((size) => [`sizeSteps.${size}`, stepsOfSize(charge, size)] as const)
      : [['steps', steps] as const];
  return tables.flatMap(([table, rows]) =>
    rows.flatMap(({ upTo, rate }, i) => [
      ...(isInBlocks || price === 'byUse' ? [[`${table}.${i}.upTo`, upTo] as const] : []),
      ...(isOfMoney ? [[`${table}.${i}.rate`, rate] as const] : []),
    ]),
  );
}

/** Lines whose days are chosen one by one, and none is: without days they would hold on all of them. */
const dayless = ({ times }: PlanDraft): string[] =>
  (times?.rules ?? []).flatMap(({ key, isChosen, days }) =>
    isChosen && days.length === 0 ? [`times.rules.${key}.days`] : [],
  );

// At which field of the form a fault of its plan is said.

type Path = PlanTextFault['path'];

/** The field's name, such as `charges.c2.rate`; undefined: the form has no place for it. */
export function placeOf(fault: PlanTextFault, draft: PlanDraft): string | undefined {
  const [part, at] = fault.path;
  if (part === 'name' || part === 'unit' || part === 'yearStarts' || part === 'netting' || part === 'meterSizes')
    return part;
  if (part === 'meters' || part === 'suppliers') return at === undefined ? undefined : `${part}.${at}`;
  if (part === 'schedules') return placeInTimes(draft, fault.path) || undefined;
  const charge = part === 'charges' && typeof at === 'number' ? draft.charges[at] : undefined;
  if (charge === undefined) return undefined;
  const unnamed = charge.kind === 'capacity' ? undefined : draft.times?.periods.find(({ name }) => name.trim() === '');
  // The price of a period without a name: the name is what is missing.
  if (fault.path[2] === 'rates' && fault.path[3] === '' && unnamed) return `times.periods.${unnamed.key}`;
  return `charges.${charge.key}${placeInCharge(charge, fault, draft)}`;
}

function placeInCharge(charge: ChargeDraft, { code, path, value }: PlanTextFault, draft: PlanDraft): string {
  const [field, ...rest] = path.slice(2);
  if (field === undefined) return code === 'price-missing' ? pricePlace(charge) : '';
  switch (field) {
    case 'amount':
    case 'percent':
      return '.amount';
    case 'blocks':
      return rest[0] === 'bySize' ? sizedPlace(charge, rest) : plainPlace(charge, rest);
    case 'bySize':
      return `.sizeAmounts.${rest.length > 0 ? String(rest[0]) : value}`;
    case 'byUse':
    case 'byPower':
    case 'steps':
      return amountStepPlace(rest);
    case 'pastUse':
      return pastPlaces[String(rest[0] ?? 'months')] ?? '.pastMonths';
    case 'ratchet':
      return rest[0] === 'percent' ? '.ratchetPercent' : '.ratchetMonths';
    case 'net':
    case 'keep':
      return rest.includes('paidAt') ? '.paidAt' : rest.includes('months') ? '.keepMonths' : '.keep';
    case 'rates':
      return ratesPlace(charge, rest.length > 0 ? String(rest[0]) : value, draft);
    case 'exchange':
      return rest[0] === 'series' ? '.exchangeSeries' : '.exchangeCurrency';
    case 'market':
      return rest[0] === undefined ? '' : `.market.${rest[0]}`;
    case 'highest':
    case 'meanOf':
    case 'atLeast':
    case 'atMost':
    case 'of':
    case 'rate':
    case 'meter':
    case 'supplier':
    case 'kW':
    case 'name':
    case 'from':
    case 'until':
    case 'months':
    case 'round':
    case 'by':
    case 'sharePercent':
      return `.${field}`;
    default:
      return '';
  }
}

const pastPlaces: Partial<Record<string, string>> = { months: '.pastMonths', above: '.pastAbove', upTo: '.pastUpTo' };

function amountStepPlace(rest: Path): string {
  const at = rest.find((part) => typeof part === 'number');
  return at === undefined
    ? ''
    : `.steps.${at}.${['amount', 'percent'].includes(String(rest.at(-1))) ? 'rate' : 'upTo'}`;
}

/** Prices that are missing are said where the first of them is entered. */
function pricePlace({ kind, price, powers }: ChargeDraft): string {
  if (kind === 'fixed' || isShare(kind)) return '.amount';
  if (kind === 'capacity' && price === 'periods') return `.powers.${powers[0]?.key ?? ''}.rate`;
  return price === 'rate' ? '.rate' : '';
}

function plainPlace(charge: ChargeDraft, rest: Path): string {
  const place = stepPlace(charge, rest);
  return place === '' ? '' : `.steps${place}`;
}

/** Below the steps of a size; without a step, at the charge. */
function sizedPlace(charge: ChargeDraft, [, size, ...rest]: Path): string {
  const place = stepPlace(charge, rest);
  return place === '' ? '' : `.sizeSteps.${String(size)}${place}`;
}

function stepPlace({ isSlabs }: ChargeDraft, [, ...rest]: Path): string {
  const numbers = rest.filter((part) => typeof part === 'number');
  const at = isSlabs ? numbers[0] : numbers[1];
  if (at === undefined) return '';
  return `.${at}.${rest.at(-1) === 'rate' ? 'rate' : 'upTo'}`;
}

function ratesPlace(charge: ChargeDraft, name: string, { times }: PlanDraft): string {
  if (charge.kind !== 'capacity') {
    const period = times?.periods.find((one) => one.name.trim() === name);
    return period === undefined ? '' : `.rates.${period.key}`;
  }
  const power = charge.powers.find(({ period }) => period.trim() === name);
  return power === undefined ? '' : `.powers.${power.key}.${name === '' ? 'period' : 'rate'}`;
}

function placeInTimes({ times }: PlanDraft, [, , field, at, part, ...rest]: Path): string {
  if (times === null) return '';
  if (field === 'holidays' || field === 'dayStarts') return `times.${field}`;
  const rule = typeof at === 'number' ? times.rules[at] : undefined;
  if (rule === undefined) return 'times';
  if (part === 'period') return `times.periods.${rule.period}`;
  const window = part === 'hours' && typeof rest[0] === 'number' ? rule.windows[rest[0]] : undefined;
  return window === undefined ? `times.rules.${rule.key}` : `times.rules.${rule.key}.${window.key}`;
}

// Which faults of an earlier state are still to be said.

/** Whether a fault of an earlier state is still one: what was mended meanwhile is not. */
export function stillHolds({ code, path, value }: PlanTextFault, plan: TariffPlan): boolean {
  const now = valueAt(plan, path);
  if (code === 'value-invalid' && value !== '') return String(now) === value;
  return code !== 'field-missing' || now === undefined;
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | null | undefined)?.[key], value);

const emptyCodes: readonly string[] = [
  'field-missing',
  'price-missing',
  'period-unpriced',
  'size-unpriced',
  'no-charge',
];

/** What is not filled in yet is no mistake before somebody wants to save it. */
export function isOfEmptyField({ code, value }: PlanTextFault): boolean {
  if (code === 'hours-unreadable') return value.startsWith('-') || value.endsWith('-');
  // An end that is missing above the last block is found as a wrong order.
  return emptyCodes.includes(code) || ((code === 'value-invalid' || code === 'blocks-order') && value === '');
}

// A fault in words, and its place in a text.

/** What is wrong, in the reader's language; keys of the text stay as they are written. */
export function faultText(
  { code, path, value, allowed, suggest }: PlanTextFault,
  t: TFunction<'billing'>,
  format: Format,
): string {
  const field = path.findLast((part) => typeof part === 'string') ?? t('faults.whole');
  const text =
    code === 'value-invalid' && value === ''
      ? t('faults.value-shape', { field })
      : t(`faults.${code}`, { field, value: code === 'hours-uncovered' ? momentWords(value, t, format) : value });
  if (suggest !== undefined) return `${text} ${t('faults.suggest', { suggest })}`;
  return allowed === undefined || allowed.length === 0
    ? text
    : `${text} ${t('faults.allowed', { list: allowed.join(', ') })}`;
}

const weekDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** A Monday, to have names of days from. */
const firstMonday = Date.UTC(2026, 0, 5, 12);
const dayMs = 86_400_000;

/** `08:00, month 1, mon, holiday, red` in the reader's words; a colour is the tariff's own. */
function momentWords(value: string, t: TFunction<'billing'>, { locale, list }: Format): string {
  const name = (at: number, options: Intl.DateTimeFormatOptions) =>
    dateWriter(locale, { timeZone: 'UTC', ...options }).format(at);
  return list(
    value.split(', ').map((part) => {
      const month = /^month (\d+)$/.exec(part)?.[1];
      if (month !== undefined) return name(Date.UTC(2026, Number(month) - 1, 15), { month: 'long' });
      const day = weekDays.indexOf(part);
      if (day >= 0) return name(firstMonday + day * dayMs, { weekday: 'long' });
      return part === 'holiday' ? t('faults.holiday') : part;
    }),
  );
}

/** Where a fault stands in the text, counted in characters from its beginning. */
export function placeInText(text: string, line: number, column: number): number {
  const before = text.split('\n').slice(0, line - 1);
  const start = before.reduce((sum, one) => sum + one.length + 1, 0);
  return Math.min(text.length, start + Math.max(0, column - 1));
}
