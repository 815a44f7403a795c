/** Tasmota: `tele/<topic>/SENSOR`, `…/STATE`, `…/LWT`, `stat/<topic>/RESULT`; energy is in kWh and never says of which phase it is the whole. */
import { toBaseUnits } from '#catalogue/index.ts';
import { counterUnitOf } from '#subjects/readings/domain/device-words.ts';
import {
  defined,
  defineSource,
  type DeviceUpdate,
  type Fields,
  fieldsOf,
  isFields,
  numberOf,
  otherRegister,
  parseJson,
  type Parser,
  textOf,
} from './source.ts';

const source = 'tasmota';
/** Also with the topic first, as some set it: `<topic>/tele/SENSOR`. */
const topicFirst = /^(.+)\/(tele|stat)\/([A-Z0-9_]+)$/;
const prefixFirst = /^(tele|stat)\/(.+)\/([A-Z0-9_]+)$/;
const relay = /^POWER(\d{0,2})$/;

const createParser = (): Parser => ({
  topics: ['tele/#', 'stat/#', '+/tele/+', '+/stat/+', 'tasmota/discovery/+/config'],
  read: ({ topic, payload }) => {
    if (topic.startsWith('tasmota/discovery/')) return topic.endsWith('/config') ? describe(parseJson(payload)) : [];
    const place = placeOf(topic);
    if (place === null) return [];
    const { device, word } = place;
    if (word === 'LWT') return availability(device, payload);
    if (relay.test(word)) return switched(place, { [word]: payload });
    const fields = fieldsOf(parseJson(payload));
    const sensors = fieldsOf(fields['StatusSNS'] ?? fields);
    const states = fieldsOf(fields['StatusSTS'] ?? fields);
    return [...measured(device, sensors), ...switched(place, states)];
  },
});

export const tasmota = defineSource({
  id: source,
  label: 'Tasmota',
  reads:
    '`tele/…/SENSOR`, `STATE`, `LWT`, `stat/…`; energy of all phases or tariffs together, clamps (`ANALOG`), reading heads (`SML`: `Total_in`, `E_in`, …; of heat `heat_kwh`, `heat_mwh`, `heat_gj`); what is given back (`ExportActive`, `Total_out`, `E_out`, …)',
  switchedBy: '`cmnd/…/POWER`',
  mqtt: { createParser },
});

interface Place {
  readonly device: string;
  readonly word: string;
  /** Where its commands go, without the command. */
  readonly commands: string;
}

function placeOf(topic: string): Place | null {
  const [, , device, word] = prefixFirst.exec(topic) ?? [];
  if (device !== undefined && word !== undefined) return { device, word, commands: `cmnd/${device}` };
  const [, name, , last] = topicFirst.exec(topic) ?? [];
  return name === undefined || last === undefined ? null : { device: name, word: last, commands: `${name}/cmnd` };
}

function availability(device: string, payload: string): DeviceUpdate[] {
  if (payload !== 'Online' && payload !== 'Offline') return [];
  return [{ source, device, isOnline: payload === 'Online' }];
}

function measured(device: string, sensors: Fields): DeviceUpdate[] {
  const { ENERGY: energy, ANALOG: analog } = sensors;
  const clamps = Object.entries(fieldsOf(analog)).filter(([name, fields]) => name.startsWith('CT') && isFields(fields));
  return [
    ...(isFields(energy)
      ? [
          ...counted(device, '', sumOf(energy['Total'] ?? energy['TotalTariff']), sumOf(energy['Power'])),
          ...givenBack(device, '', sumOf(exportOf(energy))),
        ]
      : []),
    ...clamps.flatMap(([name, fields]) =>
      counted(device, name, numberOf((fields as Fields)['Energy']), numberOf((fields as Fields)['Power'])),
    ),
    ...Object.entries(sensors).flatMap(([name, fields]) =>
      name === 'ENERGY' || name === 'ANALOG' || !isFields(fields) ? [] : readHead(device, name, fields),
    ),
  ];
}

function counted(device: string, part: string, kWh: number | undefined, power: number | undefined): DeviceUpdate[] {
  if (kWh === undefined && power === undefined) return [];
  const total = kWh === undefined ? undefined : kWh * 1000;
  return [defined<DeviceUpdate>({ source, device, part, utility: 'electricity', total, power })];
}

const exportOf = ({ ExportActive: active, ExportTotal: total, ExportTariff: tariffs }: Fields): unknown =>
  active ?? total ?? tariffs;

const givenBack = (device: string, part: string, kWh: number | undefined): DeviceUpdate[] =>
  otherRegister({ source, device, part }, kWh === undefined ? undefined : kWh * 1000);

/**
 * What a reading head says of the meter that it looks at (SML, OBIS): whoever set it up gave the names. These are the ones of Tasmota's own
 * descriptors for what is drawn and what is returned, in kWh.
 */
const drawnNames =
  /^(total_?in|total_?kwh|e_?in|energy_?in|in_?total|import_?total|total_?consumption|bezug|verbrauch|1_8_0)$/i;
const returnedNames =
  /^(total_?out|e_?out|energy_?out|out_?total|export_?total|total_?export|total_?return(ed)?|einspeisung|eingespeist|lieferung|2_8_0)$/i;
const powerNames = /^(power_?(curr|cur|now|total|in)?|p_?total|watt|leistung|16_7_0)$/i;

function readHead(device: string, name: string, fields: Fields): DeviceUpdate[] {
  const of = (names: RegExp) =>
    Object.entries(fields).flatMap(([key, value]) => (names.test(key) ? (numberOf(value) ?? []) : []))[0];
  const kWh = of(drawnNames);
  const heat = Object.entries(fields).flatMap(([key, value]) => heatIn(key, numberOf(value)) ?? [])[0];
  const part = name.slice(0, 70);
  const back = givenBack(device, part, of(returnedNames));
  if (kWh !== undefined) return [...counted(device, part, kWh, of(powerNames)), ...back];
  return heat === undefined ? back : [{ source, device, part, utility: 'heat', total: heat }, ...back];
}

/** `heat_mwh`, `Wärmemenge`: in kWh where its name says no unit. Not the heat's power, nor its temperatures. */
const heatNames = /^(?:heat|thermal|w(?:ä|ae)rme)(?:_?(?:energy|energie|menge|total|count))*(?:_(wh|kwh|mwh|gj|mj))?$/i;

function heatIn(key: string, shown: number | undefined): number | undefined {
  const [name, unit = 'kWh'] = heatNames.exec(key) ?? [];
  const told = counterUnitOf(unit.replace(/^mwh$/i, 'MWh'));
  return name === undefined || shown === undefined || told === null ? undefined : toBaseUnits(shown, told);
}

/** One figure, or one for each phase or relay: in a list, or by name. */
function sumOf(value: unknown): number | undefined {
  const parts = Array.isArray(value) ? value : isFields(value) ? Object.values(value) : [value];
  const numbers = parts.map(numberOf).filter((number) => number !== undefined);
  return numbers.length === 0 ? undefined : numbers.reduce((sum, number) => sum + number, 0);
}

/** The first relay is the device itself; others are parts of it. */
function switched({ device, commands }: Place, states: Fields): DeviceUpdate[] {
  return Object.entries(states).flatMap(([word, state]) => {
    const [, number] = relay.exec(word) ?? [];
    if (number === undefined || (state !== 'ON' && state !== 'OFF')) return [];
    const command = { topic: `${commands}/${word}`, on: 'ON', off: 'OFF' };
    return [{ source, device, part: partOf(number), isOn: state === 'ON', command } as const];
  });
}

const partOf = (number: string): string => (number === '' || number === '1' ? '' : number);

/** What it announces of itself: `t` its topic, `dn` its name, `fn` those of its relays, `md` what it is. */
function describe(config: unknown): DeviceUpdate[] {
  const { t: topic, dn: name, fn: names, md: model, rl: relays, ft: layout } = fieldsOf(config);
  const device = textOf(topic);
  if (device === undefined) return [];
  const commands =
    textOf(layout)?.replace('%topic%', device).replace('%prefix%', 'cmnd').replace(/\/+$/, '') ?? `cmnd/${device}`;
  const kinds: unknown[] = Array.isArray(relays) ? relays : [];
  const count = kinds.filter((kind) => kind === 1).length;
  const own = Array.isArray(names) ? names : [];
  const parts = Array.from({ length: Math.max(count, 1) }, (_, i) => {
    const word = count > 1 ? `POWER${i + 1}` : 'POWER';
    const command = count === 0 ? undefined : { topic: `${commands}/${word}`, on: 'ON', off: 'OFF' };
    const called = textOf(own[i]) ?? textOf(name);
    return defined<DeviceUpdate>({
      source,
      device,
      part: partOf(String(i + 1)),
      name: called,
      model: textOf(model),
      command,
    });
  });
  return parts;
}
