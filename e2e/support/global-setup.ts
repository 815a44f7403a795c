import { fileURLToPath } from 'node:url';
import { findBrowser } from './find-browser.ts';
import { freePort, layGround, startService } from './start-service.ts';

const logFile = fileURLToPath(new URL('../../reports/service.log', import.meta.url));

// Every journey signs up its own people, all from one address.
const roomForEveryJourney = { SIGN_UPS_PER_HOUR: '1000', GUESTS_PER_HOUR: '1000' };

/** One browser and one service for the whole run; what they are reaches the workers through the environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  process.env['WATTERSHED_E2E_BROWSER'] = JSON.stringify(findBrowser());
  const removeGround = await layGround();
  const mqttPort = String(await freePort());
  const service = await startService({ logFile, isFirst: true, env: { ...roomForEveryJourney, MQTT_PORT: mqttPort } });
  process.env['WATTERSHED_E2E_URL'] = service.url;
  process.env['WATTERSHED_E2E_MQTT'] = `mqtt://127.0.0.1:${mqttPort}`;
  process.env['WATTERSHED_E2E_LOG'] = service.logFile;
  return async () => {
    removeGround();
    await service.stop();
  };
}
