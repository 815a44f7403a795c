/** The door of MQTT: every dialect that we understand, for one home. */
import { type DeviceMessage, type Dialect, type Heard, isReturned } from '@wattershed/domain';
import { haDiscovery } from './ha-discovery/index.ts';
import { shellyGen1, shellyGen2 } from './shelly/index.ts';
import { tasmota } from './tasmota/index.ts';
import { zigbee2mqtt } from './zigbee2mqtt/index.ts';

const makers = [tasmota, shellyGen1, shellyGen2, zigbee2mqtt, haDiscovery];

/** A figure can be too large for its unit. */
const isFinite = ({ total = 0, power = 0 }: Heard): boolean => Number.isFinite(total) && Number.isFinite(power);

/** What others of our dialects, or we ourselves, announce to Home Assistant. */
const isOurs = /zigbee2mqtt|tasmota|wattershed/i;
/** Figures of energy or water by their names, in what none of us reads. */
const tellsOfUse =
  /"[^"]*(energy|kwh|consum|verbrauch|bezug|water|volume|_m3|liter|litre|total_in|total_out)[^"]*"\s*:\s*["{[]?\s*[-\d"{[]/i;
/** What tells about devices, not of what they count; and Zigbee2MQTT, whose devices say beforehand what they count. */
const notOfUse = /^(tasmota\/discovery|zigbee2mqtt)\/|\/(LWT|STATE|INFO\d|STATUS[1-9]|announce|rpc)$/;

const unread = (message: DeviceMessage): 'not-understood' | 'returned' | null => {
  const { topic, payload } = message;
  if (notOfUse.test(topic) && !topic.endsWith('/events/rpc')) return null;
  const isCounter =
    topic.startsWith('homeassistant/') && /"(device_class|dev_cla)"\s*:\s*"(energy|water)"/.test(payload);
  if (topic.startsWith('homeassistant/'))
    return isCounter && !isOurs.test(payload) ? (isReturned(payload) ? 'returned' : 'not-understood') : null;
  if (!payload.startsWith('{') || !tellsOfUse.test(payload)) return null;
  return /total_out|e_out|ret_/i.test(payload) || isReturned(payload) ? 'returned' : 'not-understood';
};

/** All of them as one: each message is read by whom it concerns. */
export const createDialect = (): Dialect => {
  const dialects = makers.map((make) => make());
  return {
    get topics() {
      return [...new Set(dialects.flatMap(({ topics }) => topics))];
    },
    read: (message) => dialects.flatMap((dialect) => dialect.read(message)).filter(isFinite),
    unread,
  };
};
