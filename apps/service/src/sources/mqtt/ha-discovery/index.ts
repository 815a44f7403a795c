/** The door of Home Assistant's discovery. */
export { haDiscovery } from './ha-discovery.ts';
