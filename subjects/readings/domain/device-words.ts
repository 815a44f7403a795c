/** What devices and files write about a reading: its unit, and the key of its meter. */
import type { CounterUnit, Flow } from '#catalogue/index.ts';

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

const word = (words: string): RegExp => new RegExp(`(^|[^a-zà-ÿ])(${words})([^a-zà-ÿ]|$)`, 'i');
const returned = word(
  'export(ed|s)?|return(ed)?|feed[ _-]?in|fed[ _-]?in|injected|injection|surplus|reverse|backward|to[ _-]grid|einspeisung|eingespeist|excedentes?|vertid[ao]s?|inyectad[ao]s?|injet(ada|ado|e|ee)|injectée?|injektion|r(ü|ue)ckspeisung|teruglever(ing|d)|teruggeleverd|immess[ao]|immissione',
);
const produced = word(
  'produced|production|generated|generation|produktion|erzeugung|erzeugt|producci[oó]n|producid[ao]|generad[ao]|generaci[oó]n|produite?|opwek|opgewekt|productie|prodott[ao]|produzione|produção|produzida',
);
const ofTheSun = word('(pv|solar)[ _-]?(yield|ertrag|energy)|energ[ií]a[ _-]solar');
/** A charger of cars has no battery in its name: what it gives is drawn. */
const ofBattery = word('battery|batteries|batt?|batterie|akku|speicher|bater[ií]a|storage');
const charged = word('charg(e|ed|ing)|geladen|ladung|carga(da)?');
const discharged = word('discharg(e|ed|ing)|entladen|entladung|descarga(da)?');

const inWords = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1_$2');

/** What a name says of what passes its meter, whatever its sign; null: nothing, so it draws. */
export function flowNamed(name: string): Flow | null {
  const text = inWords(name);
  if (ofBattery.test(text) && discharged.test(text)) return 'discharged';
  if (ofBattery.test(text) && charged.test(text)) return 'charged';
  if (returned.test(text)) return 'returned';
  return produced.test(text) || ofTheSun.test(text) ? 'produced' : null;
}

/** Whether a name says that what is counted goes back to the grid, or is produced: none that is drawn, whatever its sign. */
export const isReturned = (name: string): boolean => returned.test(inWords(name)) || produced.test(inWords(name));

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
