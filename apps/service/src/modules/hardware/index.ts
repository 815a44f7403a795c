/** The door of hardware. */
export { startBrokerClient } from './broker-client.ts';
export { startEmbeddedBroker } from './embedded-broker.ts';
export { createBrokerRegistry, type RegistryDeps } from './broker-registry.ts';
export { startPolling } from './polling.ts';
export { hardwareRoutes } from './routes.ts';
export { runSchedules } from './run-schedules.ts';
export { startTcpClient } from './tcp-client.ts';
export { createSwitching, type Switching } from './switch-device.ts';
