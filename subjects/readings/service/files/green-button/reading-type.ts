/** What the numbers of a Green Button feed are: ESPI's codes for units, directions and how readings accumulate. */
import {
  baseUnits,
  interchangeOf,
  type ImportKind,
  type ImportUnit,
  isUnitOf,
  type Utility,
  utilityIds,
  utilityOf,
} from '#catalogue/index.ts';

export interface NumberMeaning {
  readonly utility: Utility;
  readonly unit: ImportUnit;
  readonly kind: ImportKind;
  /** Wh or mL in one; of power: watts. */
  readonly scale: number;
  /** What is given back, or nets the two directions, is no use; null: it flows to the home. */
  readonly flow: 'returned' | 'net' | null;
}

/** ESPI 1.1, UomType. Joules are shown as Wh. An imperial gallon has no unit of its own here: its litres are shown. */
const units: Readonly<Record<string, { readonly unit: ImportUnit; readonly base: number }>> = {
  '31': { unit: 'Wh', base: 1 / 3600 },
  '38': { unit: 'W', base: 1 },
  '72': { unit: 'Wh', base: 1 },
  '42': { unit: 'm3', base: baseUnits.m3 },
  '119': { unit: 'ft3', base: baseUnits.ft3 },
  '128': { unit: 'gal', base: baseUnits.gal },
  '129': { unit: 'L', base: 4546.09 },
  '134': { unit: 'L', base: baseUnits.L },
};

/** ESPI 1.1, AccumulationKind: bulk quantity, cumulative, summation. Else an amount of its interval. */
const counters = new Set(['1', '3', '9']);
/** ESPI 1.1, FlowDirectionKind: net, reverse. */
const flows: Readonly<Record<string, 'returned' | 'net'>> = { '4': 'net', '19': 'returned' };
/** ESPI 1.1, CommodityKind: natural gas; ServiceKind: gas, heat. */
const gasCommodity = '7';
const gasService = '1';
const heatService = '4';

/** ISO 4217: numbers of the currencies that ESPI names, of countries whose utilities offer Green Button, and of those we have tariffs for. */
const currencies: Readonly<Record<string, string>> = {
  '36': 'AUD',
  '124': 'CAD',
  '156': 'CNY',
  '208': 'DKK',
  '356': 'INR',
  '392': 'JPY',
  '484': 'MXN',
  '554': 'NZD',
  '578': 'NOK',
  '752': 'SEK',
  '756': 'CHF',
  '826': 'GBP',
  '840': 'USD',
  '978': 'EUR',
};

/** Of the costs that stand beside its numbers; null: not said, or none that we know. */
export const currencyOf = (type: ReadonlyMap<string, string>): string | null =>
  currencies[String(Number(type.get('currency') ?? 0))] ?? null;

/** ESPI 1.1, ServiceKind: of a usage point, or gas by what it delivers. */
export const serviceOf = (kind: string | undefined, commodity: string | undefined): string | undefined =>
  commodity === gasCommodity ? gasService : kind;

/** Null: none of ours. */
export const utilityOfService = (service: string | undefined): Utility | null =>
  utilityIds.find((utility) => interchangeOf(utility).greenButtonService === service) ?? null;

/** Gas or heat in what no utility of ours is counted in: cubic metres of either are no water, and energy of gas is no electricity. */
export const isForeign = (service: string | undefined, unit?: ImportUnit): boolean => {
  const utility = utilityOfService(service);
  return (
    (service === gasService || service === heatService) &&
    (utility === null || (unit !== undefined && !isUnitOf(unit, utility)))
  );
};

const utilityIn = (unit: ImportUnit, service: string | undefined): Utility => {
  const told = utilityOfService(service);
  return told !== null && isUnitOf(unit, told) ? told : utilityOf(unit);
};

/** Wh or mL of a whole measurement; null: neither energy nor water, or given back. */
export const amountOf = (
  uom: string | undefined,
  power: string | undefined,
  value: number | null,
  service?: string,
): { readonly utility: Utility; readonly used: number } | null => {
  const known = units[uom ?? ''];
  const exponent = Number(power ?? 0);
  if (!known || known.unit === 'W' || value === null || value < 0 || isForeign(service, known.unit)) return null;
  if (!Number.isInteger(exponent) || Math.abs(exponent) > 12) return null;
  const used = Number((value * known.base * 10 ** exponent).toPrecision(12));
  return { utility: utilityIn(known.unit, service), used };
};

/** `type`: members of a ReadingType; `kind`: of the usage point. Null: no energy and no water. */
export const meaningOf = (type: ReadonlyMap<string, string>, kind: string | undefined): NumberMeaning | null => {
  const known = units[type.get('uom') ?? ''];
  const power = Number(type.get('powerOfTenMultiplier') ?? 0);
  if (!known || !Number.isInteger(power) || Math.abs(power) > 12) return null;
  const service = serviceOf(kind, type.get('commodity'));
  if (isForeign(service, known.unit)) return null;
  const isCounter = counters.has(type.get('accumulationBehaviour') ?? '') && known.unit !== 'W';
  return {
    utility: utilityIn(known.unit, service),
    unit: known.unit,
    kind: known.unit === 'W' ? 'mean' : isCounter ? 'counter' : 'interval',
    scale: known.base * 10 ** power,
    flow: flows[type.get('flowDirection') ?? ''] ?? null,
  };
};
