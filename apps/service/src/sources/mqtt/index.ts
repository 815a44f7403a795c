/** The door of MQTT: every dialect that we understand, for one home. */
import type { Dialect, Heard } from '@wattershed/domain';
import { haDiscovery } from './ha-discovery/index.ts';
import { shellyGen1, shellyGen2 } from './shelly/index.ts';
import { tasmota } from './tasmota/index.ts';
import { zigbee2mqtt } from './zigbee2mqtt/index.ts';

const makers = [tasmota, shellyGen1, shellyGen2, zigbee2mqtt, haDiscovery];

/** A figure can be too large for its unit. */
const isFinite = ({ total = 0, power = 0 }: Heard): boolean => Number.isFinite(total) && Number.isFinite(power);

/** All of them as one: each message is read by whom it concerns. */
export const createDialect = (): Dialect => {
  const dialects = makers.map((make) => make());
  return {
    get topics() {
      return [...new Set(dialects.flatMap(({ topics }) => topics))];
    },
    read: (message) => dialects.flatMap((dialect) => dialect.read(message)).filter(isFinite),
  };
};
