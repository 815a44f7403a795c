/** What becomes of one file of a watched folder: imported where nothing is left to ask, else it waits for a person with the question. */
import type { Readable } from 'node:stream';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Claims, Database } from '#kernel/db.ts';
import type { FileErrorCode, ImportOptions, ImportPreview } from '../../contract/imports.ts';
import type { UnreadableReason, WatchedReason } from '../../contract/watched.ts';
import type { KeptColumn } from '../imports/import-meters.ts';
import type { Imports } from '../imports/running-imports.ts';
import type { Uploads } from '../imports/uploads.ts';

export interface TakeDeps {
  readonly database: Pick<Database, 'asUser'>;
  readonly imports: Imports;
  readonly uploads: Pick<Uploads, 'remove'>;
}

export interface FolderFile {
  readonly name: string;
  readonly open: () => Readable;
}

export interface WatchedHome {
  readonly household: string;
  readonly person: Claims;
  /** Its time zone is one that somebody chose. */
  readonly hasClock: boolean;
}

export type Taken =
  | { readonly state: 'imported' | 'left'; readonly reason: null; readonly importId: string | null }
  | { readonly state: 'waiting'; readonly reason: WatchedReason; readonly importId: null }
  | { readonly state: 'unreadable'; readonly reason: UnreadableReason; readonly importId: null };

const kinds = /\.(csv|tsv|txt|xml)(\.gz)?$/i;
const waiting = (reason: WatchedReason): Taken => ({ state: 'waiting', reason, importId: null });
const unreadable = (reason: UnreadableReason): Taken => ({ state: 'unreadable', reason, importId: null });

/** Whether amounts of both signs are split is for a person to say, once; what a file tells beside the use is left out whoever is asked. */
const netted: ReadonlySet<string> = new Set(['net-split', 'net-left-out']);
const isDecided = (code: string): boolean => netted.has(code) || code === 'returned-left-out';

const questionOf = (
  { questions, problems, suggestion, format }: ImportPreview,
  hasClock: boolean,
): WatchedReason | null => {
  const [question] = questions;
  if (question) return question.code;
  if (problems.some(({ code }) => code === 'date-order-ambiguous')) return 'dates';
  const targets = suggestion.mappings.map(({ target }) => target);
  if (targets.every((target) => 'skip' in target) || targets.some((target) => 'newDevice' in target)) return 'meters';
  if (problems.some(({ code }) => netted.has(code))) return 'kind';
  if (problems.some(({ code }) => !isDecided(code))) return 'lines';
  return format === 'csv' && !hasClock ? 'zone' : null;
};

interface AnsweredImport {
  readonly options: ImportOptions;
  readonly columns: readonly KeptColumn[];
}

const titles = ['layout', 'timeColumn', 'clockColumn', 'meterColumn', 'valueColumn'] as const;

/** A file with the titles of one that was imported before is read as that one was; null: none was. */
const asBefore = (seen: ImportPreview, past: readonly AnsweredImport[]): ImportPreview | null => {
  const { suggestion } = seen;
  const like = past.find(
    ({ options }) =>
      titles.every((title) => options[title] === suggestion[title]) &&
      suggestion.mappings.every(({ column }) => options.mappings.some((one) => one.column === column)),
  );
  if (!like) return null;
  const { mappings, ...reading } = like.options;
  const meterOf = (column: string) => like.columns.find((one) => one.column === column)?.meter;
  return {
    ...seen,
    questions: [],
    problems: seen.problems.filter(
      ({ code }) => !isDecided(code) && (code !== 'date-order-ambiguous' || reading.timeFormat === undefined),
    ),
    suggestion: {
      ...suggestion,
      ...reading,
      mappings: suggestion.mappings.map(({ isNet: proposed, ...one }) => {
        const { unit, kind, isNet } = mappings.find(({ column }) => column === one.column) ?? {
          ...one,
          isNet: proposed,
        };
        const meter = meterOf(one.column);
        return {
          ...one,
          unit,
          kind,
          ...(isNet === undefined ? {} : { isNet }),
          target: meter === undefined ? { skip: true } : { meter: String(meter) },
        };
      }),
    },
  };
};

const remembered = 50;

/** What is asked, once what was answered before is taken from there. */
const proposalOf = async (
  database: TakeDeps['database'],
  { household, person, hasClock }: WatchedHome,
  seen: ImportPreview,
) => {
  const past = await database.asUser(
    person,
    (sql) => sql<(AnsweredImport & Record<string, unknown>)[]>`
      select options, columns from public.imports
      where household_id = ${household} and options is not null and undone_at is null and undo_began_at is null and accepted > 0
      order by began_at desc limit ${remembered}`,
  );
  const before = asBefore(seen, past);
  // Whoever answered then has seen by which clock it was read.
  const question = before ? questionOf(before, true) : questionOf(seen, hasClock);
  return { question, options: { ...(before ?? seen).suggestion, household } };
};

/** Somebody stopped it: it does not come again by itself. */
const isTakenBack = async (database: TakeDeps['database'], person: Claims, id: string): Promise<boolean> => {
  const [row] = await database.asUser(
    person,
    (sql) => sql<{ is: boolean }[]>`select undo_began_at is not null as is from public.imports where id = ${id}`,
  );
  return row?.is === true;
};

/** Null: not now, but at the next look. */
export const takeFile = async (
  { imports, uploads, database }: TakeDeps,
  home: WatchedHome,
  { name, open }: FolderFile,
): Promise<Taken | null> => {
  if (!kinds.test(name)) return unreadable('other-kind');
  const { household, person } = home;
  let seen: ImportPreview;
  try {
    seen = await imports.preview(person, household, name, open());
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'import-failed')
      return unreadable((error.message.split(':')[0] ?? '') as FileErrorCode);
    if (error instanceof ProblemError && error.code === 'body-too-large') return unreadable('too-large');
    throw error;
  }
  let isKept = false;
  try {
    const before = seen.importedBefore.find(({ isWhole }) => isWhole);
    if (before) return { state: 'imported', reason: null, importId: before.id };
    const { question, options } = await proposalOf(database, home, seen);
    if (question !== null) return waiting(question);
    const look = await imports.finished(person, await imports.start(person, seen.fileId, options, true, true));
    if (look.error !== null) return null;
    if (look.conflicts > 0) return waiting('conflicts');
    if (look.rejected > 0) return waiting('lines');
    if (look.accepted === 0) return { state: 'imported', reason: null, importId: null };
    isKept = true;
    const report = await imports.finished(person, await imports.start(person, seen.fileId, options));
    if (report.state === 'done') return { state: 'imported', reason: null, importId: report.id };
    return (await isTakenBack(database, person, report.id))
      ? { state: 'left', reason: null, importId: report.id }
      : null;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'import-running') {
      isKept = false;
      return null;
    }
    throw error;
  } finally {
    // What is imported removes its upload itself.
    if (!isKept) await uploads.remove(seen.fileId);
  }
};
