/** A long file beside the same kind of readings sent in batches: rows a second of each in one run, memory while it is imported, and how soon it is stopped. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { factsOf } from '#catalogue/index.ts';
import type { ImportOptions, ImportPreview, ImportReport } from '#subjects/readings/contract/imports.ts';
import { memoryOf, openBench } from './built-service.ts';
import { type Batch, history, meterCount, utilityOf } from './data.ts';
import { type Call, send, sendAll } from './load.ts';
import { option } from './option.ts';
import { bodyOf, openService } from './side.ts';

/** Lines of the file, one reading each. */
const rows = option('rows', 3_500_000);
const now = Math.floor(Date.now() / 60_000) * 60;
const from = now - Math.floor(rows / meterCount) * 60;
const connections = 4;
const askEveryMs = 100;

const bench = openBench();
const folder = mkdtempSync(join(tmpdir(), 'wattershed-bench-file-'));
let watching: NodeJS.Timeout | undefined;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const counterOf = (meter: number) => factsOf(utilityOf(meter)).counter;
const nameOf = (meter: number) => `meter ${meter % meterCount} ${counterOf(meter).unit}`;

async function writeFile(path: string, batches: Iterable<Batch>): Promise<void> {
  const file = createWriteStream(path);
  file.write('time,name,value\n');
  for (const { meters, at, values } of batches) {
    const lines = meters.map((meter, i) => {
      const time = new Date((at[i] as number) * 1000).toISOString().slice(0, 19);
      const { size, digits } = counterOf(meter);
      return `${time}Z,${nameOf(meter)},${((values[i] as number) / size).toFixed(digits)}`;
    });
    if (!file.write(`${lines.join('\n')}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}

try {
  const service = await bench.startService();
  const owner = await bench.open(bench.ownerUrl('wattershed'));
  const token = `ws_${randomBytes(24).toString('base64url')}`;
  const hash = createHash('sha256').update(token).digest();
  const periods = { now, day: () => ({ from: '', to: '' }) };
  const side = await openService(owner, service.base, bench.secrets().jwtSecret, token, hash, 3 * meterCount, periods);
  const [, { token: session }, { token: other }] = [0, 1, 2].map((home) => side.ask('q5', home)) as [Call, Call, Call];

  const calls = (function* (): Generator<Call> {
    for (const batch of history(0, from, now))
      yield { method: 'POST', path: side.ingestPath, token: side.ingestToken, body: bodyOf(side, batch) };
  })();
  const backfill = rows / (await sendAll(service.base, calls, connections));
  console.error(`backfill ${Math.round(backfill)} rows/s`);

  const fileOf = (home: number) => join(folder, `${home}.csv`);
  for (const home of [1, 2]) await writeFile(fileOf(home), history(home, from, now));
  const before = memoryOf(service.child);
  let most = before;
  watching = setInterval(() => (most = Math.max(most, memoryOf(service.child))), 50);
  const looked = performance.now();
  const preview = async (as: string, home: number): Promise<ImportPreview> => {
    const answer = await fetch(`${service.base}/api/v1/imports/preview?name=long.csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as}`, 'content-type': 'text/csv' },
      body: createReadStream(fileOf(home)) as never,
      duplex: 'half',
    } as RequestInit);
    return (await answer.json()) as ImportPreview;
  };
  const ask = async <T>(as: string, method: 'GET' | 'POST', to: string, body?: object): Promise<T> =>
    JSON.parse(
      await send(service.base, {
        method,
        path: `/api/v1/imports${to}`,
        token: as,
        ...(body && { body: JSON.stringify(body) }),
      }),
    ) as T;
  const begin = async (as: string, home: number): Promise<string> => {
    const { fileId, suggestion } = await preview(as, home);
    const mappings = Array.from({ length: meterCount }, (_, i) => ({
      column: nameOf(home * meterCount + i),
      target: { meter: side.meter(home * meterCount + i) },
      unit: counterOf(home * meterCount + i).unit,
      kind: 'counter' as const,
    }));
    const options: ImportOptions = { ...suggestion, mappings };
    return (await ask<{ id: string }>(as, 'POST', '', { fileId, options })).id;
  };
  const until = async (as: string, id: string, isOver: (report: ImportReport) => boolean): Promise<ImportReport> => {
    for (;;) {
      const report = await ask<ImportReport>(as, 'GET', `/${id}`);
      if (isOver(report)) return report;
      await pause(askEveryMs);
    }
  };
  const isOver = ({ state }: ImportReport): boolean => state !== 'running' && state !== 'undoing';

  const id = await begin(session, 1);
  const previewS = (performance.now() - looked) / 1000;
  const begun = performance.now();
  const report = await until(session, id, isOver);
  const importS = (performance.now() - begun) / 1000;
  clearInterval(watching);
  if (report.state !== 'done' || report.accepted < rows - 2 * meterCount) throw new Error(JSON.stringify(report));
  const imported = report.accepted / importS;

  // Another import, stopped in the middle of it.
  const second = await begin(other, 2);
  await until(other, second, ({ accepted }) => accepted > Math.min(200_000, rows / 4));
  const stopping = performance.now();
  await ask(other, 'POST', `/${second}/undo`);
  const stopS = (performance.now() - stopping) / 1000;
  const undone = await until(other, second, isOver);
  const undoneS = (performance.now() - stopping) / 1000;

  console.table([
    { what: 'file, MB', figure: Math.round(statSync(fileOf(1)).size / 1e6) },
    { what: 'looked at, s', figure: Number(previewS.toFixed(1)) },
    { what: 'backfill, rows/s', figure: Math.round(backfill) },
    { what: 'import, rows/s', figure: Math.round(imported) },
    { what: 'import of backfill', figure: Number((imported / backfill).toFixed(2)) },
    { what: 'memory before, MB', figure: Math.round(before) },
    { what: 'memory at most, MB', figure: Math.round(most) },
    { what: 'stopped after, s', figure: Number(stopS.toFixed(2)) },
    { what: `${undone.takenBack} of it taken back after, s`, figure: Number(undoneS.toFixed(2)) },
  ]);
  if (undone.state !== 'undone' || undone.takenBack !== undone.accepted) throw new Error(JSON.stringify(undone));
  await owner.end();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  clearInterval(watching);
  await bench.end();
  rmSync(folder, { recursive: true, force: true });
}
