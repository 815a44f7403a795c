/** What wmbusmeters writes for each telegram of a radio meter: one JSON object, its figures named by what they are and their unit. */
import { factsOf, toBaseUnits, type Utility } from '#catalogue/index.ts';
import { sendRadioTelegrams } from '#subjects/readings/contract/readings.ts';
import { meterKeyOf } from '#subjects/readings/domain/device-words.ts';
import {
  defineSource,
  isFields,
  parseJson,
  PushFault,
  type PushRead,
  type PushRequest,
  type Unread,
} from './source.ts';

interface RadioMeter {
  /** From the name that it has in wmbusmeters, else from its number. */
  readonly meter: string;
  /** Seconds since 1970; null: it does not say. */
  readonly at: number | null;
  readonly utility: Utility;
  /** Whole Wh or mL since the meter's beginning. */
  readonly value: number;
}

type Figures = Readonly<Record<string, unknown>>;

/** Null: no object of wmbusmeters, or of a meter that tells no use of ours (gas, cold, a radiator's allocator, a house's valve). */
export function readMeter(telegram: unknown): RadioMeter | null {
  if (typeof telegram !== 'object' || telegram === null) return null;
  const figures = telegram as Figures;
  const meter = meterKeyOf(text(figures['name'])) || meterKeyOf(text(figures['id']));
  for (const [utility, totalOf] of readers) {
    const value = totalOf(figures);
    if (value !== null && meter !== '') return { meter, at: instantOf(figures['timestamp']), utility, value };
  }
  return null;
}

const readers = [
  ['water', waterOf],
  ['heat', heatOf],
  ['electricity', energyOf],
] as const;

/** Drivers of water meters whose telegrams do not call themselves that. */
const waterDrivers = new Set(['apator08', 'emerlin868', 'gwfwater']);

function waterOf(figures: Figures): number | null {
  const isWater = /water/.test(text(figures['media'])) || waterDrivers.has(text(figures['meter']));
  return isWater ? (whole(figures['total_m3'], 1_000_000) ?? whole(figures['totalitator_m3'], 1_000_000)) : null;
}

/** Where the telegram of a heat meter goes by another medium. */
const heatDrivers = /^qheat/;
/** What drivers call all of it: most of them; qualcosonic, hydrocalm, elf2, then those that count but this, and ultraheat. */
const heatTotals = ['total_energy_consumption', 'total_heat_energy', 'total_heating', 'total_energy', 'total', 'heat'];
const heatUnits = factsOf('heat').units.map((unit) => [unit, unit.toLowerCase()] as const);

/** Of a meter that cools as well, its heat; an allocator's units are of no size, and cold is no heat. */
function heatOf(figures: Figures): number | null {
  const media = text(figures['media']);
  const isHeat = /^heat(?! cost)/.test(media) || (!/cool/.test(media) && heatDrivers.test(text(figures['meter'])));
  if (!isHeat) return null;
  for (const name of heatTotals) {
    for (const [unit, word] of heatUnits) {
      const total = figures[`${name}_${word}`];
      const counted = typeof total === 'number' ? whole(toBaseUnits(total, unit), 1) : null;
      if (counted !== null) return counted;
    }
  }
  return null;
}

/** What drivers call all that was drawn: most of them, then eltako, ime and nemo. */
const energyTotals = [
  'total_energy_consumption_kwh',
  'total_kwh',
  'positive_total_active_energy_kwh',
  'total_active_positive_3phase_kwh',
];

/** What drivers call all that was given back. */
const returnedTotals = [
  'total_energy_production_kwh',
  'negative_total_active_energy_kwh',
  'total_active_negative_3phase_kwh',
];

/** Of a meter that counts both ways: what it gave back goes to the meter of its name and `-returned`, where there is one. */
function readReturned(telegram: unknown): RadioMeter | null {
  const figures = isFields(telegram) ? telegram : {};
  const media = text(figures['media']);
  const meter = meterKeyOf(text(figures['name'])) || meterKeyOf(text(figures['id']));
  const value = returnedTotals.map((name) => whole(figures[name], 1000)).find((total) => total !== null) ?? null;
  if (value === null || meter === '' || (media !== '' && !/electricity/.test(media))) return null;
  return { meter: `${meter}-returned`, at: instantOf(figures['timestamp']), utility: 'electricity', value };
}

/** A total; where there is none, all tariffs or all phases together. Heat is told in kWh too, and is no electricity. */
function energyOf(figures: Figures): number | null {
  const media = text(figures['media']);
  if (media !== '' && !/electricity/.test(media)) return null;
  for (const name of energyTotals) {
    const total = whole(figures[name], 1000);
    if (total !== null) return total;
  }
  const sumOf = (pattern: RegExp) => {
    const parts = Object.keys(figures).filter((name) => pattern.test(name));
    const values = parts.map((name) => figures[name]).filter((value) => typeof value === 'number');
    return values.length === 0
      ? null
      : whole(
          values.reduce((sum, value) => sum + value, 0),
          1000,
        );
  };
  const phases = sumOf(/^total_energy_consumption_l[123]_kwh$/);
  const tariffs = sumOf(/^(total_energy_consumption_tariff_?\d|positive_tariff\d_active_energy)_kwh$/);
  return phases !== null && tariffs !== null ? Math.max(phases, tariffs) : (phases ?? tariffs);
}

function whole(value: unknown, scale: number): number | null {
  if (typeof value !== 'number') return null;
  const units = Math.round(value * scale);
  return units >= 0 && Number.isSafeInteger(units) ? units : null;
}

/** Its own time, in UTC and to the second. */
function instantOf(value: unknown): number | null {
  const stamp = text(value);
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(stamp) ? Date.parse(stamp) : Number.NaN;
  return Number.isNaN(at) ? null : at / 1000;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What wmbusmeters writes of any meter, also of one that counts nothing of ours. */
const isOfMeter = (telegram: unknown): telegram is Figures =>
  isFields(telegram) && typeof telegram['media'] === 'string';

/** One telegram or several, each to the meter that bears its name. */
function readPush({ body, now }: PushRequest, isMeter: (key: string) => boolean): PushRead {
  const said = parseJson(body.toString());
  const telegrams: readonly unknown[] = Array.isArray(said) ? said : [said];
  const read = telegrams.map((telegram) => {
    const back = readReturned(telegram);
    const known = back !== null && isMeter(back.meter) ? [back] : [];
    return { telegram, meters: [...[readMeter(telegram)].filter((one) => one !== null), ...known] };
  });
  const readings = read.flatMap(({ meters }) => meters.map((one) => ({ ...one, at: one.at ?? now })));
  const missed = read.flatMap(({ telegram, meters }) => (meters.length === 0 && isOfMeter(telegram) ? [telegram] : []));
  if (readings.length === 0 && missed.length === 0)
    throw new PushFault(
      'body-malformed',
      'The body is no telegram of a meter of electricity, water or heat with a total',
    );
  const nothing = readings.length === 0 ? { nothing: missed.slice(0, 5).map(nothingOf).join(' ') } : {};
  return { readings, unread: missed.map(unreadOf), ...nothing };
}

const nameOf = ({ name, id, meter }: Figures): string => text(name) || text(id) || text(meter);

const unreadOf = (telegram: Figures): Unread => ({
  place: nameOf(telegram) || source,
  reason: Object.keys(telegram).some((field) => /production|backward/.test(field)) ? 'returned' : 'not-understood',
  payload: JSON.stringify(telegram),
});

/** Which meter, what it is, and the totals that it does tell. */
function nothingOf(telegram: Figures): string {
  const totals = Object.keys(telegram).filter((field) => /_(m3|kwh|mwh|l|wh|gj|mj|hca|counter)$/.test(field));
  const told = totals.length === 0 ? 'no totals' : totals.slice(0, 6).join(', ');
  const what = [telegram['meter'], telegram['media']].map((word) => text(word) || '?').join(', ');
  return `${nameOf(telegram)} (${what}): ${told}; total_m3 of water or total_energy_consumption_kwh of electricity or heat is read.`;
}

const source = 'wmbus';

export const wmbus = defineSource({
  id: source,
  label: 'wmbusmeters',
  reads:
    'radio meters, as wmbusmeters writes their telegrams: `total_m3` of water, `total_energy_consumption_kwh` of electricity and heat, `total_energy_production_kwh` for the meter `<name>-returned` where there is one',
  push: { endpoint: sendRadioTelegrams, read: readPush },
  setUps: {
    radioMeter: [
      'name={{meter}}',
      `shell=curl -s -X POST '{{origin}}${sendRadioTelegrams.path}' -H 'Authorization: Bearer {{token}}' -H 'Content-Type: application/json' -d "$METER_JSON"`,
    ].join('\n'),
  },
});
