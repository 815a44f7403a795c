/**
 * Every file of measurements beside the checkout (WATTERSHED_DATA, else ../shared/data) and made ones of each kind that was once read wrongly, through
 * the real doors into a real PostgreSQL: `npm run truth`. Ends with 1 where a figure is another than the expected one and is not marked.
 */
import { hasHomes, homesFolder } from '#subjects/readings/service/files/csv/testing.ts';
import { startTestCluster } from '#kernel/postgres/testing.ts';
import { startTruthService } from './truth/doors.ts';
import { madeFiles } from './truth/made-files.ts';
import { madeMessages } from './truth/made-messages.ts';
import { realFiles } from './truth/real-files.ts';
import { realMessages } from './truth/real-messages.ts';
import { printRows, tryOut, type TruthRow } from './truth/table.ts';
import type { Trial } from './truth/trial.ts';

const stopCluster = await startTestCluster();
const service = await startTruthService();
const rows: TruthRow[] = [];
const leftOut: string[] = [];

const run = async (trials: readonly Trial[]): Promise<void> => {
  for (const trial of trials) {
    rows.push(...(await tryOut(service, trial)));
    for (const cell of trial.leftOut?.() ?? []) leftOut.push(`${trial.name}, ${cell}`);
  }
};

try {
  await run([...madeFiles(), ...madeMessages()]);
  if (hasHomes) await run([...realFiles(), ...realMessages()]);
  else console.log(`Real files are left out: ${homesFolder} is not here.`);
} finally {
  await service.stop();
  await stopCluster();
}

printRows(rows);
if (leftOut.length > 0) console.log(`\nNo use, and in no total:\n  ${leftOut.join('\n  ')}\n`);
const wrong = rows.filter(({ isTrue }) => !isTrue);
const marked = rows.filter(({ mark }) => mark !== '');
console.log(`${rows.length} figures, ${marked.length} marked, ${wrong.length} wrong`);
for (const { source, meter, expected, got, unit } of wrong)
  console.log(`  ${source}, ${meter}: expected ${expected} ${unit}, got ${got}`);
process.exitCode = wrong.length > 0 ? 1 : 0;
