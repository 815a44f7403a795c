/**
 * Every fault is real, and told in a line: `npm run test:faults`. `--only=text` runs those whose name has it, `--kills=100` says how many at random.
 * Ends with 1 where one does not pass; what this machine cannot do is skipped, with the reason.
 */
import { availableParallelism, loadavg } from 'node:os';
import { isBuilt } from '#apps/service/testing/durable-service.ts';
import { isConnectionError } from '#kernel/db.ts';
import { startTestCluster } from '#kernel/postgres/testing.ts';
import { brokerFaults } from './faults/brokers.ts';
import { diskFaults } from './faults/disk.ts';
import { failoverFaults } from './faults/failover.ts';
import type { Fault, Outcome } from './faults/fault.ts';
import { networkFaults } from './faults/network.ts';
import { processFaults, randomKills } from './faults/processes.ts';
import { option } from './option.ts';

const only = process.argv.find((arg) => arg.startsWith('--only='))?.split('=')[1] ?? '';
const maxMs = 300_000;

const faults: readonly Fault[] = [
  ...processFaults,
  ...brokerFaults,
  ...diskFaults,
  ...networkFaults,
  ...failoverFaults,
  randomKills(option('kills', 100)),
].filter(({ name }) => name.includes(only));

const inTime = async (fault: Fault, ms: number): Promise<Outcome | string> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve({ said: `not over after ${ms / 1000} s`, isPassed: false }), ms);
  });
  const failed = (error: unknown): Outcome => ({ said: (error as Error).message.slice(-300), isPassed: false });
  return Promise.race([fault.run().catch(failed), late]).finally(() => clearTimeout(timer));
};

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

// The driver is not mended here as it is in the service: what it throws of a server that was killed, where nobody can catch it, is expected.
process.on('unhandledRejection', (error) => {
  if (!isConnectionError(error)) throw error;
});

if (!isBuilt) throw new Error('The service is not built: npm run test:faults builds it.');
const closeCluster = await startTestCluster();
const begunAt = Date.now();
let [passed, failed, skipped] = [0, 0, 0];
console.log(line(['fault', 'what was done', 'acknowledged', 'lost', 'back after', 'what was said', '']));
console.log(line(['---', '---', '---:', '---:', '---:', '---', '---']));
for (const fault of faults) {
  const outcome = await inTime(fault, fault.name.includes('random') ? 2 * maxMs : maxMs);
  if (typeof outcome === 'string') {
    skipped += 1;
    console.log(line([fault.name, fault.done, '', '', '', `skipped: ${outcome}`, 'skipped']));
    continue;
  }
  const { acknowledged, lost, backMs, said, isPassed } = outcome;
  if (isPassed) passed += 1;
  else failed += 1;
  const seconds = backMs === undefined ? '' : `${(backMs / 1000).toFixed(1)} s`;
  const words = said.replaceAll('|', '/').replaceAll('\n', ' ');
  console.log(
    line([
      fault.name,
      fault.done,
      String(acknowledged ?? ''),
      String(lost ?? ''),
      seconds,
      words,
      isPassed ? 'passed' : 'FAILED',
    ]),
  );
}
console.log(
  `\n${passed} passed, ${failed} failed, ${skipped} skipped, in ${((Date.now() - begunAt) / 1000).toFixed(0)} s; load of the machine ${loadavg()[1]?.toFixed(1)} on ${availableParallelism()} processors`,
);
await closeCluster();
process.exit(failed > 0 ? 1 : 0);
