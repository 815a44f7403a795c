/**
 * HomeWizard's local API, version 1: `/api` says who answers, `/api/v1/data` what its meters show, `/api/v1/state` whether a socket is on. P1 meter,
 * kWh meters, energy socket, water meter. The device leaves out what it cannot tell.
 */
import { interchangeOf, isUnitOf, toBaseUnits, utilityIds } from '#catalogue/index.ts';
import { instantOf, zoneOffsets } from '#catalogue/zone-clock.ts';
import { counterUnitOf } from '#subjects/readings/domain/device-words.ts';
import {
  defined,
  defineSource,
  type DeviceMessage,
  type DeviceUpdate,
  type Fields,
  fieldsOf,
  isFields,
  numberOf,
  otherRegister,
  parseJson,
  type PollParser,
  textOf,
  type UnreadReason,
} from './source.ts';

const source = 'homewizard';
const paths = { identity: '/api', data: '/api/v1/data', state: '/api/v1/state' } as const;
/** Smart meters write the clock of the Netherlands and Belgium, which is one. */
const offsetAt = zoneOffsets('Europe/Amsterdam');

interface Identity {
  readonly device: string;
  readonly type: string;
  readonly name: string | undefined;
}

const createParser = (base: string): PollParser => {
  let known: Identity | null = null;
  return {
    get device() {
      return known?.device ?? null;
    },
    get topics() {
      if (known === null) return [paths.identity];
      return known.type.startsWith('HWE-SKT') ? [paths.data, paths.state] : [paths.data];
    },
    read: ({ topic, payload }) => {
      const fields = fieldsOf(parseJson(payload));
      if (topic === paths.identity) known = identityOf(fields);
      if (known === null || topic === paths.identity) return [];
      return topic === paths.state ? readState(known, fields, base) : readData(known, fields);
    },
    unread,
  };
};

export const homewizard = defineSource({
  id: source,
  label: 'HomeWizard',
  reads:
    'the local API (version 1) of P1 meter, kWh meter, energy socket and water meter, what was taken and what was given back; meters of water, gas and heat that the smart meter hears',
  switchedBy: '`PUT /api/v1/state`',
  poll: { everyS: 10, createParser },
});

function identityOf({ serial, product_type: type, product_name: name }: Fields): Identity | null {
  const [device, kind] = [textOf(serial), textOf(type)];
  return device === undefined || kind === undefined ? null : { device, type: kind, name: textOf(name) };
}

function readData({ device, type, name }: Identity, data: Fields): DeviceUpdate[] {
  const model = `HomeWizard ${type}`;
  // A kWh meter stands wherever it was put: before a roof, a car, or the home.
  const room = /^HWE-(P1|WTR)/.test(type) ? 'whole_home' : undefined;
  const of = { source, device, name, model, room };
  const [kWh, m3] = [allTariffs(data, 'import'), numberOf(data['total_liter_m3'])];
  const power = numberOf(data['active_power_w']);
  return [
    { source, device, isOnline: true },
    ...(kWh === undefined && power === undefined
      ? []
      : [defined<DeviceUpdate>({ ...of, part: '', utility: 'electricity', total: inWh(kWh), power })]),
    ...otherRegister(defined<DeviceUpdate & { part: string }>({ ...of, part: '' }), inWh(allTariffs(data, 'export'))),
    ...(m3 === undefined
      ? []
      : [defined<DeviceUpdate>({ ...of, part: '', utility: 'water', total: toBaseUnits(m3, 'm3') })]),
    ...externalsOf(data).flatMap((meter) => readExternal({ source, device, model, room: 'whole_home' }, meter)),
  ];
}

const inWh = (kWh: number | undefined) => (kWh === undefined ? undefined : toBaseUnits(kWh, 'kWh'));

/** All tariffs together; firmware of before tells each of them only. */
function allTariffs(data: Fields, way: 'import' | 'export'): number | undefined {
  const tariffs = [1, 2, 3, 4].flatMap((tariff) => numberOf(data[`total_power_${way}_t${tariff}_kwh`]) ?? []);
  const sum = tariffs.length === 0 ? undefined : tariffs.reduce((all, one) => all + one, 0);
  return numberOf(data[`total_power_${way}_kwh`]) ?? sum;
}

const externalsOf = ({ external }: Fields): Fields[] => (Array.isArray(external) ? external.filter(isFields) : []);

function readExternal(
  of: Pick<DeviceUpdate, 'source' | 'device' | 'model' | 'room'>,
  { type, unique_id: id, value, unit, timestamp }: Fields,
): DeviceUpdate[] {
  const kind = textOf(type) ?? '';
  // `water_meter`, `warm_water_meter`, `heat_meter`, `inlet_heat_meter`: of the last one the unit tells whether it is heat or what runs through.
  const utility = utilityIds.find((one) => interchangeOf(one).titleWords.test(kind));
  const [shown, counted] = [numberOf(value), counterUnitOf(textOf(unit) ?? '')];
  if (utility === undefined || shown === undefined || counted === null || !isUnitOf(counted, utility)) return [];
  const name = capitalized(kind.replaceAll('_', ' '));
  const part = `${kind}-${textOf(id) ?? ''}`;
  return [
    defined<DeviceUpdate>({ ...of, part, name, utility, total: toBaseUnits(shown, counted), at: timeOf(timestamp) }),
  ];
}

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** YYMMDDhhmmss, as a number. */
function timeOf(value: unknown): number | undefined {
  const digits = String(numberOf(value) ?? '').padStart(12, '0');
  const [, ...parts] = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? [];
  const [year = 0, month = 0, day = 1, hour = 0, minute = 0, second = 0] = parts.map(Number);
  if (month === 0) return undefined;
  const local = Date.UTC(2000 + year, month - 1, day, hour, minute, second) / 1000;
  return instantOf(local, offsetAt, { last: null }, false) ?? undefined;
}

/** A socket's state, or its answer to being told one, which says only what was told. */
function readState({ device }: Identity, { power_on: isOn }: Fields, base: string): DeviceUpdate[] {
  if (typeof isOn !== 'boolean') return [];
  const to = (on: boolean) => JSON.stringify({ power_on: on });
  return [{ source, device, part: '', isOn, command: { topic: base + paths.state, on: to(true), off: to(false) } }];
}

/** Figures of meters, none of which is read. */
function unread({ topic, payload }: DeviceMessage): UnreadReason | null {
  const data = fieldsOf(parseJson(payload));
  const totals = Object.keys(data).filter((name) => name.startsWith('total_') && !name.startsWith('total_gas'));
  return topic === paths.data && totals.length > 0 ? 'not-understood' : null;
}
