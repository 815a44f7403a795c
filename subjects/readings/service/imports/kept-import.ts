/** An import as it is kept: what it brought, batch by batch in the same commits, so that it can be taken back. */
import type { FileBill, FileCost, ImportErrorCode, ImportOptions } from '../../contract/imports.ts';
import { pgArray, type Sql, type Transaction } from '#kernel/db.ts';
import { lockMeters, type Recording } from '../ingest/index.ts';
import type { KeptColumn } from './import-meters.ts';
import type { ImportTally } from './import-tally.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { removeImported } from '../repairs/index.ts';

/** What the file itself says of money. */
interface ToldByFile {
  readonly costs: readonly FileCost[];
  readonly bills: readonly FileBill[];
}

export interface KeptImport {
  /** Those of a batch that were accepted. */
  keep(sql: Transaction, recordings: readonly Recording[]): Promise<void>;
  end(error: ImportErrorCode | null, counts: ImportTally['counts'], told: ToldByFile): Promise<void>;
}

export interface ImportFacts {
  readonly id: string;
  readonly household: string;
  readonly userId: string;
  readonly fileName: string;
  readonly devices: readonly string[];
  readonly fingerprint: string;
  readonly columns: readonly KeptColumn[];
  readonly options: ImportOptions;
}

const acceptedByMeter = (recordings: readonly Recording[]): Map<number, number[]> => {
  const all = new Map<number, number[]>();
  for (const { meterId, reading, outcome } of recordings) {
    if (outcome !== 'accepted') continue;
    const ats = all.get(meterId);
    if (ats) ats.push(reading.at);
    else all.set(meterId, [reading.at]);
  }
  return all;
};

const gapsOf = (ats: readonly number[]): number[] => ats.slice(1).map((at, i) => at - (ats[i] as number));

export const beginImport = async (sql: Sql, facts: ImportFacts): Promise<KeptImport> => {
  const { id, household, userId, fileName, devices, fingerprint, columns, options } = facts;
  await sql`select private.begin_import(${household}, ${id}, ${userId}, ${fileName}, ${`{${devices.join(',')}}`}, ${fingerprint},
    ${JSON.stringify(columns)}::text::jsonb, ${JSON.stringify(options)}::text::jsonb)`;
  return {
    keep: async (tx, recordings) => {
      for (const [meter, ats] of acceptedByMeter(recordings)) {
        ats.sort((a, b) => a - b);
        await tx`select private.add_import_part(${household}, ${id}, ${meter}, ${ats[0] as number}, ${pgArray(gapsOf(ats))})`;
      }
    },
    end: async (error, { rows, accepted, duplicate, rejected }, { costs, bills }) => {
      await sql`select private.end_import(${household}, ${id}, ${error}, ${rows}, ${accepted}, ${duplicate}, ${rejected},
        ${JSON.stringify(costs)}::text::jsonb, ${JSON.stringify(bills)}::text::jsonb)`;
    },
  };
};

/** Takes an import back, part by part, each in a commit of its own: broken off, it goes on where it was. */
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

/** Each transaction reads what lies around it, works out days anew and writes them: small ones would do little else. */
const maxUndone = 20_000;

const undoParts = async (sql: Transaction, household: string, id: string, userId: string): Promise<number | null> => {
  const parts = (await sql`
    select * from private.next_import_parts(${household}, ${id}, ${maxUndone})`) as unknown as Part[];
  const [part] = parts;
  if (!part) return null;
  const meter = (await lockMeters(sql, [part.meter_id], { userId })).get(part.meter_id);
  // A meter that is gone took its parts with it: this person may not write any more.
  if (!meter) throw new ProblemError('forbidden');
  const ats = parts.flatMap(atsOf).sort((a, b) => a - b);
  await removeImported(sql, meter, ats);
  await sql`select private.drop_import_parts(${household}, ${id}, ${pgArray(parts.map((one) => one.id))})`;
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
    const readings = await sql.begin<number | null>((tx) => undoParts(tx, household, id, userId));
    if (readings === null) {
      await sql`select private.end_import_undo(${household}, ${id}, ${userId})`;
      return 'done';
    }
    onPart(readings);
  }
  return 'stopped';
};
