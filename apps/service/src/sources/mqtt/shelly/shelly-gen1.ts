/** Shelly, first generation: `shellies/<id>/relay/0/energy` counts watt-minutes, `…/emeter/0/total` watt-hours. */
import type { Dialect, DeviceMessage, Heard } from '@wattershed/domain';
import { type Fields, fieldsOf, isFields, numberOf, parseJson, said, textOf } from '../json.ts';

const source = 'shelly';
const minutesInHour = 60;
const channel = /^(relay|emeter)\/(\d{1,2})(?:\/(power|energy|total))?$/;

export const shellyGen1 = (): Dialect => ({ topics: ['shellies/#'], read });

function read({ topic, payload }: DeviceMessage): Heard[] {
  const [, device, rest] = /^shellies\/([^/]+)\/(.+)$/.exec(topic) ?? [];
  if (device === undefined || rest === undefined) return [];
  if (rest === 'online')
    return ['true', 'false'].includes(payload) ? [{ source, device, isOnline: payload === 'true' }] : [];
  if (rest === 'announce') return describe(device, fieldsOf(parseJson(payload)));
  if (rest === 'info') return readStatus(device, fieldsOf(parseJson(payload)));
  const [, kind, number, figure] = channel.exec(rest) ?? [];
  if (kind === undefined || number === undefined) return [];
  const part = `${kind}/${number}`;
  if (figure === undefined) return kind === 'relay' ? relayOf(device, part, payload) : [];
  return measured(device, part, figure, numberOf(payload));
}

function measured(device: string, part: string, figure: string, value: number | undefined): Heard[] {
  if (value === undefined) return [];
  const of = { source, device, part, utility: 'electricity' } as const;
  if (figure === 'power') return [{ ...of, power: value }];
  if (figure === 'energy') return part.startsWith('relay') ? [{ ...of, total: value / minutesInHour }] : [];
  return part.startsWith('emeter') ? [{ ...of, total: value }] : [];
}

function relayOf(device: string, part: string, state: string): Heard[] {
  if (state !== 'on' && state !== 'off') return [];
  const command = { topic: `shellies/${device}/${part}/command`, on: 'on', off: 'off' };
  return [{ source, device, part, isOn: state === 'on', command }];
}

/** A first message of every device: what it is. Its relays and meters show when they speak. */
function describe(device: string, { model }: Fields): Heard[] {
  const name = textOf(model);
  return name === undefined ? [] : [{ source, device, model: name }];
}

/** The whole of what a device knows, as its web page and `info` give it. */
export function readStatus(device: string, { relays, meters, emeters }: Fields): Heard[] {
  const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
  const measures = list(meters);
  const ofRelays = list(relays).flatMap(({ ison }, i) => {
    const part = `relay/${i}`;
    const total = numberOf(measures[i]?.['total']);
    const power = numberOf(measures[i]?.['power']);
    const energy = total === undefined ? undefined : total / minutesInHour;
    const isMeasured = total !== undefined || power !== undefined;
    return [
      ...(typeof ison === 'boolean' ? relayOf(device, part, ison ? 'on' : 'off') : []),
      ...(isMeasured ? [said<Heard>({ source, device, part, utility: 'electricity', total: energy, power })] : []),
    ];
  });
  const ofMeters = list(emeters).flatMap((meter, i) => {
    const total = numberOf(meter['total']);
    if (total === undefined) return [];
    const power = numberOf(meter['power']);
    return [said<Heard>({ source, device, part: `emeter/${i}`, utility: 'electricity', total, power })];
  });
  return [...ofRelays, ...ofMeters];
}
