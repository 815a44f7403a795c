/** Takes an import back, part by part, each in a commit of its own: broken off, it goes on where it was. */
import type { Sql, Transaction } from '../../platform/db.ts';
import { ProblemError } from '../../platform/problem.ts';
import { lockMeters } from '../ingest/index.ts';
import { removeImported } from '../repairs/index.ts';

interface Part {
  id: number;
  meter_id: number;
  first_at: number;
  /** As PostgreSQL writes an array: {60,60,120}. */
  gaps: string;
}

const atsOf = ({ first_at, gaps }: Part): number[] => {
  const ats = [first_at];
  for (const gap of gaps.match(/\d+/g) ?? []) ats.push((ats.at(-1) as number) + Number(gap));
  return ats;
};

const undoPart = async (sql: Transaction, household: string, id: string, userId: string): Promise<number | null> => {
  const [part] = (await sql`select * from private.next_import_part(${household}, ${id})`) as unknown as Part[];
  if (!part) return null;
  const meter = (await lockMeters(sql, [part.meter_id], { userId })).get(part.meter_id);
  // A meter that is gone took its parts with it: this person may not write any more.
  if (!meter) throw new ProblemError('forbidden');
  const ats = atsOf(part);
  await removeImported(sql, meter, ats);
  await sql`select private.drop_import_part(${household}, ${id}, ${part.id})`;
  return ats.length;
};

/** `onPart`: how many readings were taken back. Ends early when `signal` says so. */
export const undoImport = async (
  sql: Sql,
  { id, household, userId }: { id: string; household: string; userId: string },
  onPart: (readings: number) => void,
  signal: AbortSignal,
): Promise<'done' | 'stopped'> => {
  while (!signal.aborted) {
    const readings = await sql.begin<number | null>((tx) => undoPart(tx, household, id, userId));
    if (readings === null) {
      await sql`select private.end_import_undo(${household}, ${id}, ${userId})`;
      return 'done';
    }
    onPart(readings);
  }
  return 'stopped';
};
