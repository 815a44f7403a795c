/** Readings: they arrive, are imported from files, repaired, and in the end forgotten. */
import { join } from 'node:path';
import type { Kernel } from '#kernel/kernel.ts';
import { fileFormat } from './files/index.ts';
import {
  createImportBoard,
  createImports,
  createSharedUploads,
  createUploads,
  importRoutes,
  noBoard,
} from './imports/index.ts';
import {
  closeDays,
  createIngest,
  createIngestTokens,
  createUnread,
  forgetReadings,
  type Ingest,
  ingestRoutes,
  type IngestTokens,
  type IngestWatch,
  pushRoutes,
} from './ingest/index.ts';
import { readingFileRoutes } from './single-readings.ts';
import { repairRoutes } from './repairs/index.ts';
import { serveWatched } from './watched/index.ts';

export interface Readings {
  readonly ingest: Ingest;
  readonly tokens: IngestTokens;
}

const dayS = 86_400;
const minuteMs = 60_000;

export const serveReadings = (kernel: Kernel, watch: IngestWatch): Readings => {
  const { app, config, serve, sql, now, changes, jobs, log } = kernel;
  const tokens = createIngestTokens(sql, now);
  const ingest = createIngest(sql, tokens, changes, now, watch);
  const unread = createUnread(sql, now, (error) =>
    log.warn({ err: error }, 'what was not understood could not be kept'),
  );
  ingestRoutes(serve, ingest);
  pushRoutes(app, { ingest, tokens, unread, now });
  repairRoutes(app, kernel);
  readingFileRoutes(kernel);
  const { uploads, board } = config.hosted
    ? { uploads: createSharedUploads(sql), board: createImportBoard(sql) }
    : { uploads: createUploads(join(config.dataDir, 'imports'), now), board: noBoard };
  const onFault = (error: unknown): void => log.error({ err: error }, 'an import failed');
  const imports = createImports({ ...kernel, uploads, board, format: fileFormat, ingest, onFault });
  importRoutes(app, { ...kernel, imports, uploads });
  serveWatched(kernel, { imports, uploads, format: fileFormat });

  const seconds = (): number => Math.floor(now() / 1000);
  const closed = (): number => (Math.floor(seconds() / dayS) - 1) * dayS;
  jobs.add({ name: 'close-days', everyMs: 10 * minuteMs, run: (signal) => closeDays(sql, closed(), signal) });
  jobs.add({
    name: 'forget-readings',
    everyMs: 60 * minuteMs,
    run: (signal) => forgetReadings(sql, seconds(), signal),
  });
  jobs.add({ name: 'unread', everyMs: 10 * minuteMs, run: () => sql`select private.forget_unread()` });
  return { ingest, tokens };
};
