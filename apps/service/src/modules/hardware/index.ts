/** The door of hardware. */
export { type BrokerClient, startBrokerClient } from './broker-client.ts';
export { type EmbeddedBroker, startEmbeddedBroker } from './embedded-broker.ts';
export { createBrokerRegistry, type RegistryDeps } from './broker-registry.ts';
export { type PollDeps, startPolling, type Polling } from './polling.ts';
export { hardwareRoutes } from './routes.ts';
export { runSchedules } from './run-schedules.ts';
export { startTcpClient, type TcpClient } from './tcp-client.ts';
export { createSwitching, type Switching } from './switch-device.ts';
