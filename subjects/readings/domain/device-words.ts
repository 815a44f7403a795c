/** What devices and files write about a reading: its unit, and the key of its meter. */
import type { CounterUnit } from '#catalogue/index.ts';

/** In small letters, as people and programs write them. */
export const counterUnitLabels = {
  wh: 'Wh',
  kwh: 'kWh',
  mj: 'MJ',
  gj: 'GJ',
  ml: 'mL',
  l: 'L',
  lt: 'L',
  ltr: 'L',
  liter: 'L',
  liters: 'L',
  litre: 'L',
  litres: 'L',
  litros: 'L',
  dm3: 'L',
  m3: 'm3',
  cbm: 'm3',
  gal: 'gal',
  gallon: 'gal',
  gallons: 'gal',
  ft3: 'ft3',
  cuft: 'ft3',
  cf: 'ft3',
} as const satisfies Record<string, CounterUnit>;

/** `kWh`, `m³`, `ft^3`, … as devices write them; null: none of energy or volume. Case counts for `MWh` alone (mWh is a thousandth). */
export function counterUnitOf(text: string): CounterUnit | null {
  if (text === 'MWh') return 'MWh';
  const word = text.replace('³', '3').replace('^', '').toLowerCase();
  return Object.hasOwn(counterUnitLabels, word) ? counterUnitLabels[word as keyof typeof counterUnitLabels] : null;
}

const wordsOfReturn =
  /(^|[^a-z])(export(ed)?|return(ed)?|produced|production|feed[ _-]?in|injected|injection|generated|generation|surplus|reverse|backward|to[ _-]grid|einspeisung|excedente|vertido)([^a-z]|$)/i;

/** Whether a name says that what is counted goes back to the grid, or is produced: no use, whatever its sign. */
export const isReturned = (name: string): boolean => wordsOfReturn.test(name.replace(/([a-z])([A-Z])/g, '$1_$2'));

/** A name as meters are called: `Kitchen_Oven` is `kitchen-oven`. Empty: there is nothing in it to call one by. */
export function meterKeyOf(name: string): string {
  const key = name
    .toLowerCase()
    .replace(/[^a-z0-9.:]+/g, '-')
    .replace(/^[-.:]+/, '')
    .slice(0, 63)
    .replace(/-+$/, '');
  // A bare number would be taken for the id of a meter.
  return /^\d+$/.test(key) ? `m${key}` : key;
}
