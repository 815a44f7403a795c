/** Every kind of hardware and wire format that we understand: who speaks, who is asked, who sends. */
import { csv } from '#subjects/readings/service/files/csv/index.ts';
import { greenButton } from '#subjects/readings/service/files/green-button/index.ts';
import { dsmr } from './dsmr.ts';
import { emoncms } from './emoncms.ts';
import { enphase } from './inverters/enphase.ts';
import { evcc } from './evcc.ts';
import { fronius } from './inverters/fronius.ts';
import { haDiscovery } from './ha-discovery.ts';
import { homewizard } from './homewizard.ts';
import { iqGateway } from './inverters/iq-gateway.ts';
import { lineProtocol } from './line-protocol.ts';
import { ocpp } from './ocpp.ts';
import { shelly } from './shelly.ts';
import { sma } from './inverters/sma.ts';
import type { Source } from './source.ts';
import { sunspec } from './inverters/sunspec.ts';
import { tasmota } from './tasmota.ts';
import { wmbus } from './wmbus.ts';
import { zigbee2mqtt } from './zigbee2mqtt.ts';

export { isOfEnergyMeter } from './inverters/sma.ts';
export { answerTo, ocpp, ocppVersions } from './ocpp.ts';
export {
  createMqttParser,
  type DeviceMessage,
  type DeviceUpdate,
  fieldsOf,
  type FileFormat,
  type Parser,
  pollPorts,
  PushFault,
  type PushRequest,
  type Source,
  type SwitchCommand,
  type Unread,
} from './source.ts';

const all = [
  tasmota,
  shelly,
  zigbee2mqtt,
  haDiscovery,
  evcc,
  ocpp,
  lineProtocol,
  dsmr,
  wmbus,
  emoncms,
  homewizard,
  fronius,
  enphase,
  iqGateway,
  sunspec,
  sma,
  greenButton,
  // What is nothing else is read as a table.
  csv,
] as const;

export type SourceId = (typeof all)[number]['id'];

export const sources: readonly Source[] = all;

/** Those whose devices are found. */
export const deviceSources: readonly string[] = sources
  .filter(({ mqtt, tcp, poll, socket }) => mqtt ?? tcp ?? poll ?? socket)
  .map(({ id }) => id);

/** Where what is not understood comes in. */
export const unreadDoors: readonly string[] = [
  'mqtt',
  ...sources.flatMap(({ id, tcp, poll, push, socket }) => [
    ...(tcp ? [tcp.door] : []),
    ...(poll || push || socket ? [id] : []),
  ]),
];
