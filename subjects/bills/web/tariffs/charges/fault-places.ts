/** At which field of the form a fault of its plan is said. */
import type { PlanTextFault } from '../../../contract/tariff-plan.ts';
import type { TariffPlan } from '../../../domain/tariff/plan.ts';
import type { ChargeDraft, PlanDraft } from './plan-draft.ts';

type Path = PlanTextFault['path'];

function stepPlace({ isSlabs }: ChargeDraft, [, ...rest]: Path): string {
  const numbers = rest.filter((part) => typeof part === 'number');
  const at = isSlabs ? numbers[0] : numbers[1];
  if (at === undefined) return '';
  return `.steps.${at}.${rest.at(-1) === 'rate' ? 'rate' : 'upTo'}`;
}

/** Prices that are missing are said where the first of them is entered. */
function pricePlace({ kind, price, powers }: ChargeDraft): string {
  if (kind === 'fixed') return '.amount';
  if (kind === 'capacity' && price === 'periods') return `.powers.${powers[0]?.key ?? ''}.rate`;
  return price === 'rate' ? '.rate' : '';
}

function ratesPlace(charge: ChargeDraft, name: string, { times }: PlanDraft): string {
  if (charge.kind !== 'capacity') {
    const period = times?.periods.find((one) => one.name.trim() === name);
    return period === undefined ? '' : `.rates.${period.key}`;
  }
  const power = charge.powers.find(({ period }) => period.trim() === name);
  return power === undefined ? '' : `.powers.${power.key}.${name === '' ? 'period' : 'rate'}`;
}

function placeInCharge(charge: ChargeDraft, { code, path, value }: PlanTextFault, draft: PlanDraft): string {
  const [field, ...rest] = path.slice(2);
  if (field === undefined) return code === 'price-missing' ? pricePlace(charge) : '';
  switch (field) {
    case 'amount':
    case 'percent':
      return '.amount';
    case 'blocks':
      return stepPlace(charge, rest);
    case 'rates':
      return ratesPlace(charge, rest.length > 0 ? String(rest[0]) : value, draft);
    case 'market':
      return rest[0] === undefined ? '' : `.market.${rest[0]}`;
    case 'atMost':
    case 'of':
    case 'rate':
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

function placeInTimes({ times }: PlanDraft, [, , field, at, part, ...rest]: Path): string {
  if (times === null) return '';
  if (field === 'holidays' || field === 'dayStarts') return `times.${field}`;
  const rule = typeof at === 'number' ? times.rules[at] : undefined;
  if (rule === undefined) return 'times';
  if (part === 'period') return `times.periods.${rule.period}`;
  const window = part === 'hours' && typeof rest[0] === 'number' ? rule.windows[rest[0]] : undefined;
  return window === undefined ? `times.rules.${rule.key}` : `times.rules.${rule.key}.${window.key}`;
}

/** The field's name, such as `charges.c2.rate`; undefined: the form has no place for it. */
export function placeOf(fault: PlanTextFault, draft: PlanDraft): string | undefined {
  const [part, at] = fault.path;
  if (part === 'name' || part === 'unit') return part;
  if (part === 'schedules') return placeInTimes(draft, fault.path) || undefined;
  const charge = part === 'charges' && typeof at === 'number' ? draft.charges[at] : undefined;
  if (charge === undefined) return undefined;
  const unnamed = charge.kind === 'capacity' ? undefined : draft.times?.periods.find(({ name }) => name.trim() === '');
  // The price of a period without a name: the name is what is missing.
  if (fault.path[2] === 'rates' && fault.path[3] === '' && unnamed) return `times.periods.${unnamed.key}`;
  return `charges.${charge.key}${placeInCharge(charge, fault, draft)}`;
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | null | undefined)?.[key], value);

/** Whether a fault of an earlier state is still one: what was mended meanwhile is not. */
export function stillHolds({ code, path, value }: PlanTextFault, plan: TariffPlan): boolean {
  const now = valueAt(plan, path);
  if (code === 'value-invalid' && value !== '') return String(now) === value;
  return code !== 'field-missing' || now === undefined;
}

const emptyCodes: readonly string[] = ['field-missing', 'price-missing', 'period-unpriced', 'no-charge'];

/** What is not filled in yet is no mistake before somebody wants to save it. */
export function isOfEmptyField({ code, value }: PlanTextFault): boolean {
  if (code === 'hours-unreadable') return value.startsWith('-') || value.endsWith('-');
  // An end that is missing above the last block is found as a wrong order.
  return emptyCodes.includes(code) || ((code === 'value-invalid' || code === 'blocks-order') && value === '');
}
