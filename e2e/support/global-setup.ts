import { fileURLToPath } from 'node:url';
import { startService } from './start-service.ts';

const logFile = fileURLToPath(new URL('../../reports/service.log', import.meta.url));

// Every journey signs up its own people, all from one address.
const roomForEveryJourney = { SIGN_UPS_PER_HOUR: '1000', GUESTS_PER_HOUR: '1000' };

/** One service for the whole run; its address and log reach the workers through the environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const service = await startService({ logFile, env: roomForEveryJourney });
  process.env['WATTERSHED_E2E_URL'] = service.url;
  process.env['WATTERSHED_E2E_LOG'] = service.logFile;
  return service.stop;
}
