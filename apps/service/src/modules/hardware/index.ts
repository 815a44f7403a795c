/** The door of hardware. */
export { type BrokerClient, startBrokerClient } from './broker-client.ts';
export { type EmbeddedBroker, startEmbeddedBroker } from './embedded-broker.ts';
export { createHub, type HubDeps } from './hub.ts';
export { type P1Client, startP1Client } from './p1-client.ts';
export { hardwareRoutes } from './routes.ts';
export { runSchedules } from './run-schedules.ts';
export { createSwitching, type Switching } from './switch-device.ts';
