/** Where services tell each other of the imports that run in them: whoever is asked can say how one does, and have it ended. */
import type { Sql } from '#kernel/db.ts';
import type { ImportReport } from '../../contract/imports.ts';

interface NotedImport {
  readonly id: string;
  readonly userId: string;
  /** Only looks, for a page that somebody has open. */
  readonly isLook: boolean;
  readonly report: ImportReport;
}

export interface ImportBoard {
  /** Answers whether somebody wants it to end. */
  note(one: NotedImport): Promise<boolean>;
  /** `userId` null: anybody's. Of one whose service has gone silent: that it was broken off. */
  find(userId: string | null, id: string): Promise<ImportReport | null>;
  end(id: string): Promise<void>;
  endLooks(userId: string): Promise<void>;
  /** What ended it is done: it, or its taking back, goes on. */
  resume(id: string): Promise<void>;
}

/** A service tells every second. */
export const noteEveryMs = 1_000;
const silentS = 15;

/** Of a process that is alone. */
export const noBoard: ImportBoard = {
  note: async () => false,
  find: async () => null,
  end: async () => {},
  endLooks: async () => {},
  resume: async () => {},
};

export const createImportBoard = (sql: Sql): ImportBoard => ({
  note: async ({ id, userId, isLook, report }) => {
    const [row] = await sql<{ ending: boolean }[]>`
      select private.note_import_run(${id}, ${userId}, ${isLook}, ${JSON.stringify(report)}::text::jsonb) as ending`;
    return row?.ending ?? false;
  },
  find: async (userId, id) => {
    const [row] = await sql<{ report: ImportReport; silent_s: number }[]>`
      select * from private.import_run(${userId}, ${id})`;
    if (!row) return null;
    const isBrokenOff = ['running', 'undoing'].includes(row.report.state) && row.silent_s > silentS;
    return isBrokenOff ? { ...row.report, state: 'failed', error: 'stopped' } : row.report;
  },
  end: async (id) => void (await sql`select private.end_import_runs(null, ${id})`),
  endLooks: async (userId) => void (await sql`select private.end_import_runs(${userId}, null)`),
  resume: async (id) => void (await sql`select private.begin_import_run(${id})`),
});
