/** What a backup says of itself, first and last. */
import { z } from 'zod';

const column = z.string().min(1);
const tableName = z.object({ schema: column, name: column });
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const total = z.int().min(0);

const tableShape = tableName.extend({ columns: z.array(column) });
const sequenceShape = tableName.extend({ value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() });

export const manifestShape = z.object({
  createdAt: z.iso.datetime(),
  appVersion: z.string(),
  postgresVersion: z.string(),
  backend: z.enum(['embedded', 'hosted']),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** Those of the embedded backend whose change would end every session. */
  secrets: z.object({ jwtSecret: z.string(), anonKey: z.string() }).nullable(),
  tables: z.array(tableShape),
  sequences: z.array(sequenceShape),
});

export const contentShape = z.object({ bytes: total, rows: total, sha256: digest });
export const documentShape = z.object({ version: z.uuid(), name: z.string() });
export const endShape = z.object({
  rows: total,
  tables: total,
  documents: total,
  /** Documents whose row is in the backup and whose file was gone. */
  missing: z.array(z.string()),
});

export type Table = z.infer<typeof tableShape>;
export type Sequence = z.infer<typeof sequenceShape>;
export type Manifest = z.infer<typeof manifestShape>;
export type ContentTotals = z.infer<typeof contentShape>;
export type DocumentName = z.infer<typeof documentShape>;
export type BackupEnd = z.infer<typeof endShape>;

export const titleOf = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}`;
