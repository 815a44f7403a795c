/** Every kind of hardware and wire format that we understand: who speaks, who is asked, who sends. */
import { isReturned } from '#subjects/readings/domain/device-words.ts';
import { dsmr } from './dsmr.ts';
import { emoncms } from './emoncms.ts';
import { csv } from '#subjects/readings/service/files/csv/index.ts';
import { greenButton } from '#subjects/readings/service/files/green-button/index.ts';
import { haDiscovery } from './ha-discovery.ts';
import { homewizard } from './homewizard.ts';
import { lineProtocol } from './line-protocol.ts';
import { shelly } from './shelly.ts';
import type { DeviceMessage, DeviceUpdate, Parser, Source, UnreadReason } from './source.ts';
import { tasmota } from './tasmota.ts';
import { wmbus } from './wmbus.ts';
import { zigbee2mqtt } from './zigbee2mqtt.ts';

export type {
  DeviceMessage,
  DeviceUpdate,
  FileFormat,
  Parser,
  PushRequest,
  Source,
  SwitchCommand,
  Unread,
} from './source.ts';
export { PushFault } from './source.ts';

const all = [
  tasmota,
  shelly,
  zigbee2mqtt,
  haDiscovery,
  lineProtocol,
  dsmr,
  wmbus,
  emoncms,
  homewizard,
  greenButton,
  // What is nothing else is read as a table.
  csv,
] as const;

export type SourceId = (typeof all)[number]['id'];

export const sources: readonly Source[] = all;

/** Those whose devices are found. */
export const deviceSources: readonly string[] = sources
  .filter(({ mqtt, tcp, poll }) => mqtt ?? tcp ?? poll)
  .map(({ id }) => id);

/** Where what is not understood comes in. */
export const unreadDoors: readonly string[] = [
  'mqtt',
  ...sources.flatMap(({ id, tcp, poll, push }) => [...(tcp ? [tcp.door] : []), ...(poll || push ? [id] : [])]),
];

/** A figure can be too large for its unit. */
const isFinite = ({ total = 0, power = 0 }: DeviceUpdate): boolean => Number.isFinite(total) && Number.isFinite(power);

/** What others of our sources, or we ourselves, announce to Home Assistant. */
const isOurs = /zigbee2mqtt|tasmota|wattershed/i;
/** Figures of energy or water by their names, in what no source reads. */
const tellsOfUse =
  /"[^"]*(energy|kwh|consum|verbrauch|bezug|water|volume|_m3|liter|litre|total_in|total_out)[^"]*"\s*:\s*["{[]?\s*[-\d"{[]/i;
/** What tells about devices, not of what they count; and Zigbee2MQTT, whose devices say beforehand what they count. */
const notOfUse = /^(tasmota\/discovery|zigbee2mqtt)\/|\/(LWT|STATE|INFO\d|STATUS[1-9]|announce|rpc)$/;

const unread = ({ topic, payload }: DeviceMessage): UnreadReason | null => {
  if (notOfUse.test(topic) && !topic.endsWith('/events/rpc')) return null;
  if (topic.startsWith('homeassistant/')) {
    const isCounter = /"(device_class|dev_cla)"\s*:\s*"(energy|water)"/.test(payload);
    return isCounter && !isOurs.test(payload) ? (isReturned(payload) ? 'returned' : 'not-understood') : null;
  }
  if (!payload.startsWith('{') || !tellsOfUse.test(payload)) return null;
  return /total_out|e_out|ret_/i.test(payload) || isReturned(payload) ? 'returned' : 'not-understood';
};

/** All that speak at brokers as one: each message is read by whom it concerns. */
export const createMqttParser = (): Parser => {
  const parsers = sources.flatMap(({ mqtt }) => mqtt?.createParser() ?? []);
  return {
    get topics() {
      return [...new Set(parsers.flatMap(({ topics }) => topics))];
    },
    read: (message) => parsers.flatMap((parser) => parser.read(message)).filter(isFinite),
    unread,
  };
};
