// npm run pictures: every screen, for people to leaf through, and those of the documentation; looked at for text over text on the way.
import { ensureBuilt } from './launch/build.mjs';
import { runBin } from './launch/run.mjs';

await ensureBuilt();
const env = { ...process.env, TEST_FULL: '1' };
const { code } = await runBin('@playwright/test', ['test', 'e2e/pictures.full.spec.ts', '--project=desktop'], { env });
console.log('\nreports/pictures/index.html shows them; those of the documentation are in reports/pictures/docs.');
process.exitCode = code;
