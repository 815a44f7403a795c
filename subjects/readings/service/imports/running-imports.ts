/** The imports of this process: of all processes one at a time for a household, with a report that can be asked for until tomorrow, wherever it ran. */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Changes } from '#kernel/changes.ts';
import type { Claims, Database } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Lease, Leases } from '#kernel/leases.ts';
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
import { type ImportBoard, noteEveryMs } from './import-board.ts';
import { importTally, type ImportTally } from './import-tally.ts';
import { beginImport, type KeptImport, undoImport } from './kept-import.ts';
import { dryRun, nothingKept, type RunDeps, runImport } from './run-import.ts';
import type { Upload, Uploads } from './uploads.ts';

export interface ImportsDeps extends RunDeps {
  readonly database: Pick<Database, 'asUser' | 'engine'>;
  readonly changes: Pick<Changes, 'publish'>;
  readonly uploads: Uploads;
  readonly leases: Leases;
  readonly board: ImportBoard;
  /** Something that no code foresees: for the log. */
  readonly onFault: (error: unknown) => void;
}

export interface Imports {
  preview(person: Claims, household: string | undefined, name: string, body: Readable): Promise<ImportPreview>;
  /** What a file tells of a utility's bills; nothing of it stays. */
  bills(person: Claims, household: string | undefined, name: string, body: Readable): Promise<FileBills>;
  /** `isDryRun`: only what would come of it; a person has one such look at a time, but for those that are `isApart`. */
  start(person: Claims, fileId: string, options: ImportOptions, isDryRun?: boolean, isApart?: boolean): Promise<string>;
  report(person: Claims, id: string): Promise<ImportReport>;
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
/** How long an import of another service is waited for that was told to end. */
const endingMs = 20_000;
const lookEveryMs = 250;

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
  const { database, uploads, format, changes, leases, board } = deps;
  const imports = new Map<string, Import>();
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

  /** Null: an import of this household runs, here or elsewhere. */
  const takeHome = async (household: string): Promise<Lease | null> => (await leases.take(`import ${household}`)).lease;
  const awaitHome = async (household: string): Promise<Lease | null> => {
    const until = Date.now() + endingMs;
    for (;;) {
      const lease = await takeHome(household);
      if (lease || Date.now() > until || stopping.signal.aborted) return lease;
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  };

  const note = (one: Import): Promise<boolean> =>
    board.note({ id: one.id, userId: one.userId, isLook: one.isDryRun && !one.isApart, report: reportOf(one) });
  /** The others hear how it does until it has ended, and may have it ended. */
  const whileTold = async (one: Import, work: () => Promise<void>): Promise<void> => {
    let last: Promise<unknown> = Promise.resolve();
    const telling = setInterval(() => {
      last = note(one).then(
        (isEnding) => isEnding && one.ending.abort(),
        () => undefined,
      );
    }, noteEveryMs);
    try {
      await work();
    } finally {
      clearInterval(telling);
      await last;
      await note(one).catch(deps.onFault);
    }
  };

  const run = async (
    one: Import,
    kept: KeptImport,
    upload: Upload,
    options: ImportOptions,
    lease: Lease | null,
  ): Promise<void> => {
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
      const signal = AbortSignal.any([stopping.signal, one.ending.signal, ...(lease ? [lease.lost] : [])]);
      one.error = await runImport({ upload, userId, kept, options, meters, tally, signal, onBytes, onCosts }, judging);
    } catch (error) {
      deps.onFault(error);
      one.error = 'internal';
    }
    await kept.end(one.error, tally.counts, one).catch(deps.onFault);
    one.state = one.error === null ? 'done' : 'failed';
    if (isDryRun) return;
    await lease?.give();
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
  const endLooks = async (userId: string): Promise<void> => {
    for (const one of imports.values()) if (one.isDryRun && !one.isApart && one.userId === userId) one.ending.abort();
    await board.endLooks(userId);
  };

  const start: Imports['start'] = async (person, fileId, options, isDryRun = false, isApart = false) => {
    if (!isApart) await endLooks(person.sub);
    const upload = await uploads.find(person.sub, fileId);
    if (!upload) throw new ProblemError('not-found');
    const home = await writableHome(database, person, options.household);
    if (!home) throw new ProblemError('forbidden');
    const lease = isDryRun ? null : await takeHome(home.household);
    if (!isDryRun && lease === null) throw new ProblemError('import-running');
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
      await note(one);
      one.done = whileTold(one, () => run(one, kept, upload, options, lease));
      return one.id;
    } catch (error) {
      await lease?.give();
      throw error;
    }
  };

  const takeBack = async (one: Import, lease: Lease): Promise<void> => {
    const onPart = (readings: number): void => {
      one.takenBack += readings;
    };
    try {
      const signal = AbortSignal.any([stopping.signal, lease.lost]);
      const ended = await undoImport(database.engine, one, onPart, signal);
      one.state = ended === 'done' ? 'undone' : 'failed';
      one.error = ended === 'done' ? null : 'stopped';
    } catch (error) {
      deps.onFault(error);
      one.state = 'failed';
      one.error = 'internal';
    }
    await lease.give();
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
    const isRunning = running !== undefined || (await board.find(null, id))?.state === 'running';
    let lease = isRunning ? null : await takeHome(household);
    // Nothing is begun, and nothing looks as if it were, while another import runs.
    if (!isRunning && lease === null) throw new ProblemError('import-running');
    try {
      const [begun] = await database.engine<{ household: string | null }[]>`
        select private.begin_import_undo(${person.sub}, ${id}) as household`;
      if (!begun?.household) throw new ProblemError('not-found');
      if (isRunning) {
        running?.ending.abort();
        await board.end(id);
        await running?.done;
        lease = await awaitHome(household);
      }
      if (lease === null) throw new ProblemError('import-running');
      await board.resume(id);
      forgetOldest();
      const one = imports.get(id) ?? newImport({ id, household, userId: person.sub });
      one.userId = person.sub;
      one.state = 'undoing';
      one.error = null;
      imports.set(id, one);
      await note(one);
      const held = lease;
      one.done = whileTold(one, () => takeBack(one, held));
    } catch (error) {
      await lease?.give();
      throw error;
    }
  };

  const report: Imports['report'] = async (person, id) => {
    const one = imports.get(id);
    const isHere = one?.state === 'running' || one?.state === 'undoing';
    // What has ended here may have been taken back elsewhere.
    const told = isHere ? null : await board.find(person.sub, id);
    if (told) return told;
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
