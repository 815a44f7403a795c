/** Starts a backend that takes one reading after the other (testing-ingest-process.mts), and tells which it acknowledged: for tests of moves. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

const program = fileURLToPath(new URL('testing-ingest-process.mts', import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** From the value `first` on. Whoever starts it ends it. */
export const startTaking = (
  dataDir: string,
  token: string,
  meter: string,
  first: number,
): { child: ChildProcess; taken: readonly number[] } => {
  const child = spawn(process.execPath, ['--import', tsx, program, dataDir, token, meter, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const taken: number[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => taken.push(Number(line)));
  return { child, taken };
};
