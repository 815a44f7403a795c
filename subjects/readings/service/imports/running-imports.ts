/** The imports of this process: one at a time for a household, with a report that can be asked for until tomorrow. */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Changes } from '#kernel/changes.ts';
import type { Claims, Database } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import {
  type FileBill,
  type FileBills,
  type FileCost,
  type FileErrorCode,
  fileErrorCodes,
  type ImportErrorCode,
  type ImportOptions,
  type ImportPreview,
  type ImportReport,
  maxConflictShare,
} from '../../contract/imports.ts';
import {
  chooseMeters,
  type ChosenMeters,
  type ImportMeter,
  pastImports,
  reuseMeters,
  writableHome,
} from './import-meters.ts';
import { importTally, type ImportTally } from './import-tally.ts';
import { beginImport, type KeptImport, undoImport } from './kept-import.ts';
import { dryRun, nothingKept, type RunDeps, runImport } from './run-import.ts';
import type { Upload, Uploads } from './uploads.ts';

export interface ImportsDeps extends RunDeps {
  readonly database: Pick<Database, 'asUser' | 'engine'>;
  readonly changes: Pick<Changes, 'publish'>;
  readonly uploads: Uploads;
  /** Something that no code foresees: for the log. */
  readonly onFault: (error: unknown) => void;
}

export interface Imports {
  preview(person: Claims, household: string | undefined, name: string, body: Readable): Promise<ImportPreview>;
  /** What a file tells of a utility's bills; nothing of it stays. */
  bills(person: Claims, household: string | undefined, name: string, body: Readable): Promise<FileBills>;
  /** `isDryRun`: only what would come of it; a person has one such look at a time, but for those that are `isApart`. */
  start(person: Claims, fileId: string, options: ImportOptions, isDryRun?: boolean, isApart?: boolean): Promise<string>;
  report(person: Claims, id: string): ImportReport;
  /** Once it has ended. */
  finished(person: Claims, id: string): Promise<ImportReport>;
  /** Takes an import back, also one of long ago, and one that runs, which ends first; `report` says how far it is. */
  undo(person: Claims, id: string): Promise<void>;
  /** Ends running imports after the batch at hand. */
  stop(): Promise<void>;
}

interface Import {
  readonly id: string;
  /** Who started it, or takes it back. */
  userId: string;
  readonly household: string;
  readonly bytes: number;
  readonly tally: ImportTally;
  readonly meters: ReadonlyMap<string, ImportMeter>;
  readonly isDryRun: boolean;
  /** Of no page that somebody has open. */
  readonly isApart: boolean;
  /** Ends it after the batch at hand. */
  readonly ending: AbortController;
  bytesRead: number;
  state: ImportReport['state'];
  error: ImportErrorCode | null;
  takenBack: number;
  costs: readonly FileCost[];
  bills: readonly FileBill[];
  done: Promise<void>;
}

const keptReports = 200;

const isContradicted = ({ accepted, duplicate, rejected, conflicts }: ImportTally['counts']): boolean =>
  conflicts > (accepted + duplicate + rejected) * maxConflictShare;

const reportOf = ({
  id,
  state,
  bytesRead,
  bytes,
  tally,
  meters,
  error,
  takenBack,
  costs,
  isDryRun,
}: Import): ImportReport => ({
  id,
  state,
  bytesRead,
  bytes,
  ...tally.counts,
  isContradicted: isContradicted(tally.counts),
  isDryRun,
  problems: tally.problems,
  totals: tally.totals(meters),
  overlaps: tally.overlaps(meters),
  takenBack,
  costs: [...costs],
  error,
});

const newImport = (facts: Pick<Import, 'id' | 'household' | 'userId'>): Import => ({
  ...facts,
  bytes: 0,
  tally: importTally(),
  meters: new Map(),
  isDryRun: false,
  isApart: false,
  ending: new AbortController(),
  bytesRead: 0,
  state: 'running',
  error: null,
  takenBack: 0,
  costs: [],
  bills: [],
  done: Promise.resolve(),
});

export const createImports = (deps: ImportsDeps): Imports => {
  const { database, uploads, format, changes } = deps;
  const imports = new Map<string, Import>();
  const busy = new Set<string>();
  const stopping = new AbortController();

  const takeFile = async (person: Claims, household: string | undefined, name: string, body: Readable) => {
    const home = await writableHome(database, person, household);
    if (!home) throw new ProblemError('forbidden');
    const upload = await uploads.save(person.sub, name, body);
    if (!upload) throw new ProblemError('body-too-large');
    return { home, upload };
  };
  const refused = (code: FileErrorCode) => new ProblemError('import-failed', `${code}: ${fileErrorCodes[code]}`);

  const preview: Imports['preview'] = async (person, household, name, body) => {
    const { home, upload } = await takeFile(person, household, name, body);
    const seen = await format.preview(() => upload.open(), name, home.timeZone);
    if (!seen.ok) {
      await uploads.remove(upload.id);
      throw refused(seen.code);
    }
    const { suggestion, questions, ...rest } = seen.value;
    const fingerprint = await format.fingerprint(() => upload.open());
    const past = await pastImports(database, person, home.household, fingerprint);
    const file = { name, isLong: suggestion.layout === 'long' };
    const mappings = reuseMeters(suggestion.mappings, home.meters, file, past);
    const same = past.filter(({ isSame, accepted }) => isSame && accepted > 0);
    // What was answered for this very file is not asked again.
    const answered = new Set(
      past.filter(({ isSame }) => isSame).flatMap(({ columns }) => columns.map((one) => one.column)),
    );
    return {
      fileId: upload.id,
      bytes: upload.bytes,
      ...rest,
      questions: questions.filter((one) => !('column' in one) || !answered.has(one.column)),
      importedBefore: same.map(({ id, fileName, at, accepted, isWhole }) => ({ id, fileName, at, accepted, isWhole })),
      suggestion: { ...suggestion, household: home.household, mappings },
    };
  };

  const bills: Imports['bills'] = async (person, household, name, body) => {
    const { upload } = await takeFile(person, household, name, body);
    uploads.hold(upload.id);
    try {
      const told = await format.bills(() => upload.open());
      if (!told.ok) throw refused(told.code);
      return told.value;
    } finally {
      await uploads.remove(upload.id);
    }
  };

  const run = async (one: Import, kept: KeptImport, upload: Upload, options: ImportOptions): Promise<void> => {
    const { userId, meters, tally, household, isDryRun } = one;
    const judging = isDryRun ? { ...deps, ingest: dryRun(database.engine, household, meters) } : deps;
    const onBytes = (read: number): void => {
      one.bytesRead = read;
    };
    const onCosts = (costs: readonly FileCost[], billed: readonly FileBill[]): void => {
      one.costs = costs;
      one.bills = billed;
    };
    try {
      const signal = AbortSignal.any([stopping.signal, one.ending.signal]);
      one.error = await runImport({ upload, userId, kept, options, meters, tally, signal, onBytes, onCosts }, judging);
    } catch (error) {
      deps.onFault(error);
      one.error = 'internal';
    }
    await kept.end(one.error, tally.counts, one).catch(deps.onFault);
    one.state = one.error === null ? 'done' : 'failed';
    if (isDryRun) return;
    busy.delete(one.household);
    uploads.release(upload.id);
    if (one.state === 'done') await uploads.remove(upload.id).catch(deps.onFault);
  };

  const begin = async (
    facts: Pick<Import, 'id' | 'household' | 'userId'>,
    upload: Upload,
    { byColumn, made }: Extract<ChosenMeters, { ok: true }>,
    options: ImportOptions,
  ): Promise<KeptImport> =>
    beginImport(database.engine, {
      ...facts,
      fileName: upload.name,
      devices: made,
      fingerprint: await format.fingerprint(() => upload.open()),
      options,
      columns: options.mappings.flatMap(({ column, unit, kind, isNet }) => {
        const meter = byColumn.get(column)?.id;
        return meter === undefined ? [] : [{ column, meter, unit, kind, ...(isNet === undefined ? {} : { isNet }) }];
      }),
    });

  const forgetOldest = (): void => {
    for (const { id, state } of imports.values()) {
      if (imports.size < keptReports) return;
      if (state !== 'running' && state !== 'undoing') imports.delete(id);
    }
  };

  /** A look that nobody waits for any more. */
  const endLooks = (userId: string): void => {
    for (const one of imports.values()) if (one.isDryRun && !one.isApart && one.userId === userId) one.ending.abort();
  };

  const start: Imports['start'] = async (person, fileId, options, isDryRun = false, isApart = false) => {
    if (!isApart) endLooks(person.sub);
    const upload = await uploads.find(person.sub, fileId);
    if (!upload) throw new ProblemError('not-found');
    const home = await writableHome(database, person, options.household);
    if (!home) throw new ProblemError('forbidden');
    if (!isDryRun && busy.has(home.household)) throw new ProblemError('import-running');
    if (!isDryRun) busy.add(home.household);
    try {
      const chosen = await chooseMeters(database, person, home.household, options.mappings, isDryRun);
      if (!chosen.ok) {
        if (chosen.code === 'forbidden') throw new ProblemError('forbidden');
        throw new ProblemError('body-malformed', `mappings: ${chosen.column}: ${chosen.code}`);
      }
      if (!isDryRun) uploads.hold(upload.id);
      forgetOldest();
      const facts = { id: randomUUID(), household: home.household, userId: person.sub };
      const kept = isDryRun ? nothingKept : await begin(facts, upload, chosen, options);
      const one = { ...newImport(facts), bytes: upload.bytes, meters: chosen.byColumn, isDryRun, isApart };
      imports.set(one.id, one);
      one.done = run(one, kept, upload, options);
      return one.id;
    } catch (error) {
      if (!isDryRun) busy.delete(home.household);
      throw error;
    }
  };

  const takeBack = async (one: Import): Promise<void> => {
    const onPart = (readings: number): void => {
      one.takenBack += readings;
    };
    try {
      const ended = await undoImport(database.engine, one, onPart, stopping.signal);
      one.state = ended === 'done' ? 'undone' : 'failed';
      one.error = ended === 'done' ? null : 'stopped';
    } catch (error) {
      deps.onFault(error);
      one.state = 'failed';
      one.error = 'internal';
    }
    busy.delete(one.household);
    changes.publish([one.household]);
  };

  const undo: Imports['undo'] = async (person, id) => {
    const [home] = await database.asUser(
      person,
      (sql) => sql<{ household_id: string }[]>`select household_id from public.imports where id = ${id}`,
    );
    if (!home) throw new ProblemError('not-found');
    const household = home.household_id;
    const running = imports.get(id)?.state === 'running' ? imports.get(id) : undefined;
    // Nothing is begun, and nothing looks as if it were, while another import runs.
    if (busy.has(household) && running === undefined) throw new ProblemError('import-running');
    const [begun] = await database.engine<{ household: string | null }[]>`
      select private.begin_import_undo(${person.sub}, ${id}) as household`;
    if (!begun?.household) throw new ProblemError('not-found');
    running?.ending.abort();
    await running?.done;
    if (busy.has(household)) throw new ProblemError('import-running');
    busy.add(household);
    forgetOldest();
    const one = imports.get(id) ?? newImport({ id, household, userId: person.sub });
    one.userId = person.sub;
    one.state = 'undoing';
    one.error = null;
    imports.set(id, one);
    one.done = takeBack(one);
  };

  const report: Imports['report'] = (person, id) => {
    const one = imports.get(id);
    if (one?.userId !== person.sub) throw new ProblemError('not-found');
    return reportOf(one);
  };

  return {
    preview,
    bills,
    start,
    undo,
    report,
    finished: async (person, id) => {
      await imports.get(id)?.done;
      return report(person, id);
    },
    stop: async () => {
      stopping.abort();
      await Promise.all([...imports.values()].map(({ done }) => done));
    },
  };
};
