import { fileURLToPath } from 'node:url';
import { findBrowser } from '../../e2e/support/find-browser.ts';
import { startService } from '../../e2e/support/start-service.ts';
import { project, startEmulator } from './emulator.ts';

const logFile = fileURLToPath(new URL('../../reports/identity-service.log', import.meta.url));

/** One emulator, one browser and one service for the whole run; what they are reaches the workers through the environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  process.env['WATTERSHED_E2E_BROWSER'] = JSON.stringify(findBrowser());
  const emulator = await startEmulator();
  const service = await startService({
    logFile,
    env: {
      IDENTITY_PROVIDER: 'firebase',
      FIREBASE_API_KEY: 'key-of-the-emulator',
      FIREBASE_AUTH_DOMAIN: `${project}.firebaseapp.com`,
      FIREBASE_PROJECT_ID: project,
      FIREBASE_APP_ID: '1:1:web:1',
      FIREBASE_AUTH_EMULATOR: emulator.url,
      // Every journey signs up its own people, all from one address.
      SIGN_UPS_PER_HOUR: '1000',
      GUESTS_PER_HOUR: '1000',
    },
  }).catch(async (error: unknown) => {
    await emulator.stop();
    throw error;
  });
  // Of one site with the emulator, as an installation is with its own domain at Firebase.
  process.env['WATTERSHED_E2E_URL'] = service.url.replace('127.0.0.1', 'localhost');
  process.env['WATTERSHED_EMULATOR_URL'] = emulator.url;
  return async () => {
    try {
      await service.stop();
    } finally {
      await emulator.stop();
    }
  };
}
