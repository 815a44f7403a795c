/** Puts a restored installation in the place of the one before, as a whole: a swap that is cut off is finished by the next start. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';

/** What an installation is made of, below its data folder. */
const PARTS = ['backend-secrets.json', 'postgres', 'postgres.address', 'postgres.location', 'storage'];

const planShape = z.object({ from: z.string(), moves: z.array(z.tuple([z.string(), z.string()])) });
type Plan = z.infer<typeof planShape>;

const planFile = (dataDir: string): string => join(dataDir, 'restore-swap.json');

/** What of them is the database. */
export const DATABASE_PARTS = ['postgres', 'postgres.location'];

export const partsIn = (dataDir: string, parts = PARTS): string[] =>
  parts.filter((name) => existsSync(join(dataDir, name)));

function writePlan(dataDir: string, plan: Plan): void {
  const file = planFile(dataDir);
  const handle = openSync(`${file}.new`, 'w', 0o600);
  writeSync(handle, JSON.stringify(plan));
  fsyncSync(handle);
  closeSync(handle);
  renameSync(`${file}.new`, file);
  syncFolder(dataDir);
}

/** So that what was renamed outlives a power cut. Windows cannot open a folder. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** May run again after any of its moves. */
function make(dataDir: string, { from, moves }: Plan): void {
  for (const [source, target] of moves)
    if (existsSync(join(dataDir, source)) && !existsSync(join(dataDir, target)))
      renameSync(join(dataDir, source), join(dataDir, target));
  syncFolder(dataDir);
  rmSync(join(dataDir, from), { recursive: true, force: true });
  rmSync(planFile(dataDir));
}

function takeBack(dataDir: string, { moves }: Plan): void {
  for (const [source, target] of [...moves].reverse())
    if (existsSync(join(dataDir, target)) && !existsSync(join(dataDir, source)))
      renameSync(join(dataDir, target), join(dataDir, source));
  rmSync(planFile(dataDir), { force: true });
}

/** `from` and `aside` are folders in `dataDir`; what was there before lies in `aside` afterwards. */
export function swapFolders(dataDir: string, from: string, aside: string, parts = PARTS): void {
  const [new_, old] = [basename(from), basename(aside)];
  const plan: Plan = {
    from: new_,
    moves: [
      ...partsIn(dataDir, parts).map((name): [string, string] => [name, join(old, name)]),
      ...partsIn(from, parts).map((name): [string, string] => [join(new_, name), name]),
    ],
  };
  if (partsIn(dataDir, parts).length > 0) mkdirSync(aside, { mode: 0o755 });
  writePlan(dataDir, plan);
  try {
    make(dataDir, plan);
  } catch (error) {
    takeBack(dataDir, plan);
    throw error;
  }
}

/** After a swap that was cut off. */
export function finishSwap(dataDir: string): void {
  if (existsSync(planFile(dataDir)))
    make(dataDir, planShape.parse(JSON.parse(readFileSync(planFile(dataDir), 'utf8'))));
}
