/** A registry on a stage, with the real sources. */
import { pino } from 'pino';
import { type BrokerRegistry, createBrokerRegistry } from '#subjects/hardware/service/broker-registry.ts';
import type { Stage } from './stage.ts';

export const quietLog = pino({ level: 'silent' });

export const openRegistry = (
  { database, changes, ...stage }: Stage,
  ingest: Pick<Stage['ingest'], 'record'> = stage.ingest,
): Promise<BrokerRegistry> =>
  createBrokerRegistry({ database, ingest, changes, announces: true, log: quietLog, now: Date.now });
