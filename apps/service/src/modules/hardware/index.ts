/** The door of hardware. */
export { type BrokerClient, startBrokerClient } from './broker-client.ts';
export { type EmbeddedBroker, startEmbeddedBroker } from './embedded-broker.ts';
export { createHub, type HubDeps } from './hub.ts';
export { hardwareRoutes } from './routes.ts';
export { runSchedules } from './run-schedules.ts';
export { createSwitching, type Switching } from './switch-device.ts';
