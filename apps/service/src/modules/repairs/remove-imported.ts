/** Takes readings away that a file brought, with the meter locked. What was changed since, or goes already, stays as it is. */
import { source } from '@wattershed/domain';
import type { Transaction } from '../../platform/db.ts';
import { type LockedMeter, readAround } from '../ingest/index.ts';
import { workOut } from './apply-repair.ts';

/** `ats`: the instants of the readings, ascending. */
export const removeImported = async (sql: Transaction, meter: LockedMeter, ats: readonly number[]): Promise<void> => {
  const [from = 0, to = 0] = [ats[0], ats.at(-1)];
  const going = new Set(ats);
  const stored = await readAround(sql, meter.id, from, to);
  // The first that is kept holds the edge to what is forgotten.
  const edge = meter.keptFrom === null ? undefined : stored[0];
  const removed = stored.filter(
    (one) => going.has(one.at) && one.source === source.imported && !one.mark && one !== edge,
  );
  if (removed.length === 0) return;
  const worked = await workOut(sql, meter, { removed, added: [], released: [], setAside: [], limits: null });
  await worked.write();
};
