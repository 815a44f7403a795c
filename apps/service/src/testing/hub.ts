/** A hub on a stage, with the real dialects. */
import { pino } from 'pino';
import { createHub, type Hub } from '../modules/hardware/hub.ts';
import { createDialect } from '../sources/mqtt/index.ts';
import type { Stage } from './stage.ts';

export { createDialect };

export const quietLog = pino({ level: 'silent' });

export const openHub = (
  { database, changes, ...stage }: Stage,
  ingest: Pick<Stage['ingest'], 'record'> = stage.ingest,
): Promise<Hub> =>
  createHub({ database, ingest, changes, createDialect, announces: true, log: quietLog, now: Date.now });
