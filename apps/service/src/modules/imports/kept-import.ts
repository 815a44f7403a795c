/** An import as it is kept: what it brought, batch by batch in the same commits, so that it can be taken back. */
import type { FileBill, FileCost, ImportErrorCode } from '@wattershed/contracts';
import { pgArray, type Sql, type Transaction } from '../../platform/db.ts';
import type { Recording } from '../ingest/index.ts';
import type { KeptColumn } from './import-meters.ts';
import type { ImportTally } from './import-tally.ts';

/** What the file itself says of money. */
export interface ToldByFile {
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

export const gapsOf = (ats: readonly number[]): number[] => ats.slice(1).map((at, i) => at - (ats[i] as number));

export const beginImport = async (sql: Sql, facts: ImportFacts): Promise<KeptImport> => {
  const { id, household, userId, fileName, devices, fingerprint, columns } = facts;
  await sql`select private.begin_import(${household}, ${id}, ${userId}, ${fileName}, ${`{${devices.join(',')}}`}, ${fingerprint},
    ${JSON.stringify(columns)}::text::jsonb)`;
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
