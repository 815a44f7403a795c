/** How readings come in, and what was put right in them. */
import type { Utility } from './households.ts';

/** Without `hash`, which no client may read. */
export interface IngestToken {
  id: number;
  household_id: string | null;
  scope: 'household' | 'fleet';
  name: string;
  hint: string;
  created_by: string | null;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

/** What a file itself says that one of its series cost; `currency` by ISO 4217. */
export interface ImportCost {
  column: string;
  amount: number;
  currency: string | null;
}

/** A line of a utility's bill, in hundred-thousandths of its currency. */
export interface ImportBillLine {
  part: 'use' | 'fixed' | 'tax' | 'other';
  note: string;
  amount: number;
}

/** A bill that a file itself tells, between two instants: money in hundred-thousandths, use in Wh or mL. */
export interface ImportBill {
  column: string;
  utility: Utility;
  start: string;
  end: string;
  total: number;
  currency: string | null;
  used: number | null;
  isEstimated: boolean;
  isEarly: boolean;
  isSummed: boolean;
  lines: ImportBillLine[];
}

/** Where a column of a file went: the meter's id. */
export interface ImportColumn {
  column: string;
  meter: number;
  unit: string;
  kind: 'counter' | 'interval' | 'mean';
}

/** An import of a file, and whether it was taken back. */
export interface ImportRow {
  household_id: string;
  id: string;
  user_id: string;
  file_name: string;
  began_at: string;
  ended_at: string | null;
  error: string | null;
  rows: number;
  accepted: number;
  duplicate: number;
  rejected: number;
  devices: string[];
  undo_began_at: string | null;
  undone_at: string | null;
  undone_by: string | null;
  costs: ImportCost[];
  bills: ImportBill[];
  fingerprint: string | null;
  columns: ImportColumn[];
  may_be_early: boolean;
}

/** What somebody changed in readings; `change` is what it takes to take it back. */
export interface Repair {
  household_id: string;
  id: number;
  meter_id: number;
  kind: 'believe' | 'discard' | 'exchange' | 'remove' | 'correct' | 'limits';
  first_day: string | null;
  last_day: string | null;
  used_before: number;
  used_after: number;
  change: unknown;
  made_by: string;
  made_at: string;
  undone_by: string | null;
  undone_at: string | null;
}
