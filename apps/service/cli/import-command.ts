/** `npm run import -- file`: reads a file here and sends its readings to a running service. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { problem } from '#catalogue/error-codes.ts';
import {
  fileErrorCodes,
  type ImportOptions,
  type ImportProblemCode,
  isTimeZone,
} from '#subjects/readings/contract/imports.ts';
import {
  sendReadings as endpoint,
  type ReadingsAnswer,
  type ReadingsBody,
  readingsAnswer,
} from '#subjects/readings/contract/readings.ts';
import { counterStep } from '#subjects/readings/domain/meter-use.ts';
import { type FileReading, fileFormat } from '#subjects/readings/service/files/index.ts';
import {
  count,
  manyConflicts,
  openKinds,
  optionsFrom,
  previewLines,
  problemList,
  progressBar,
  readFlags,
  totalLines,
  usage,
} from './import-flags.ts';
import type { Terminal } from './terminal.ts';

interface Tally {
  readonly sums: Map<string, number>;
  readonly lastValues: Map<string, number>;
  readonly problems: { line: number; column: string; code: ImportProblemCode }[];
  read: number;
  accepted: number;
  duplicate: number;
  rejected: number;
}

const batchSize = 5000;
const keptProblems = 100;
const anyRise = { maxPerHour: Number.POSITIVE_INFINITY, maxGapS: 0 };
const instant = (at: number): string => new Date(at * 1000).toISOString();

const addUp = (tally: Tally, { column, value, spanS }: FileReading): void => {
  const before = tally.lastValues.get(column);
  tally.lastValues.set(column, value);
  const step = spanS !== null || before === undefined ? null : counterStep(before, value, 1, anyRise);
  const used = spanS !== null ? value : step === null || step.kind === 'jump' ? 0 : step.used;
  tally.sums.set(column, (tally.sums.get(column) ?? 0) + used);
};

const reject = (tally: Tally, line: number, column: string, code: ImportProblemCode): void => {
  tally.rejected += 1;
  if (tally.problems.length < keptProblems) tally.problems.push({ line, column, code });
};

const bodyOf = (readings: readonly FileReading[], keys: ReadonlyMap<string, string>): ReadingsBody['readings'] =>
  readings.map(({ column, at, value, spanS }) => {
    const meter = keys.get(column) ?? column;
    if (spanS === null) return { meter, at: instant(at), value };
    return { meter, from: instant(at), to: instant(at + spanS), value };
  });

/** `to` null: a dry run. */
const transfer = async (
  path: string,
  options: ImportOptions,
  to: Destination | null,
  terminal: Terminal,
): Promise<Tally | string> => {
  const { size } = await stat(path);
  const keys = new Map(
    options.mappings.map((one) => [one.column, 'meter' in one.target ? one.target.meter : one.column]),
  );
  const tally: Tally = {
    sums: new Map(),
    lastValues: new Map(),
    problems: [],
    read: 0,
    accepted: 0,
    duplicate: 0,
    rejected: 0,
  };
  let bytes = 0;
  const read = await fileFormat.read(() => createReadStream(path), options, {
    batchSize,
    onBytes: (at) => {
      bytes = at;
    },
    take: async ({ readings, problems }) => {
      for (const { line, column, code } of problems) reject(tally, line, column, code);
      for (const reading of readings) addUp(tally, reading);
      tally.read += readings.length;
      if (to && readings.length > 0) {
        const answer = await sendReadings(to, bodyOf(readings, keys));
        tally.accepted += answer.accepted;
        tally.duplicate += answer.duplicate;
        for (const { index, code } of answer.rejected)
          reject(tally, readings[index]?.line ?? 0, readings[index]?.column ?? '', code);
      }
      terminal.progress(progressBar(bytes / size, tally.read));
    },
  });
  return read.ok ? tally : fileErrorCodes[read.code];
};

const report = (tally: Tally, options: ImportOptions, isDry: boolean): string[] => [
  isDry
    ? `${count(tally.read)} readings could be sent; nothing was. ${count(tally.rejected)} cannot be read.`
    : `${count(tally.accepted)} accepted, ${count(tally.duplicate)} known already, ${count(tally.rejected)} rejected.`,
  ...totalLines(options, tally.sums),
  ...(tally.rejected > 0 ? ['Rejected:', ...problemList(tally.problems, tally.rejected)] : []),
];

/** Answers the exit code: 0 done, 1 failed or some readings rejected, 2 asked wrongly. */
export const importCommand = async (args: string[], env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> => {
  const asked = readFlags(args);
  if (typeof asked === 'string') {
    terminal.complain(asked === '' ? usage : `${asked}\n\n${usage}`);
    return 2;
  }
  const { file, flags } = asked;
  const isDry = flags['dry-run'] === true;
  const token = flags.token ?? env['WATTERSHED_TOKEN'] ?? '';
  const wrong = (words: string, code = 2): number => {
    terminal.complain(words);
    return code;
  };
  if (!isDry && token === '')
    return wrong('A token is needed: make one on the Devices page and set WATTERSHED_TOKEN to it.');
  if (!(await stat(file).catch(() => null))?.isFile()) return wrong(`There is no file ${file}`);

  const zone = flags.tz ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!isTimeZone(zone)) return wrong(`--tz: there is no time zone ${zone}`);
  const seen = await fileFormat.preview(() => createReadStream(file), basename(file), zone);
  if (!seen.ok) return wrong(fileErrorCodes[seen.code], 1);
  const options = optionsFrom(seen.value.suggestion, flags);
  if (typeof options === 'string') return wrong(options);
  for (const line of previewLines(basename(file), seen.value, options)) terminal.say(line);

  for (const line of openKinds(seen.value, options, flags)) terminal.say(line);
  const conflicts = manyConflicts(seen.value, options);
  if (!isDry && !flags['allow-conflicts'] && conflicts.length > 0) return wrong(conflicts.join('\n'));
  for (const line of conflicts) terminal.say(line);

  if (!isDry && !flags.yes) {
    const answer = await terminal.ask('Send these readings? [y/N] ');
    if (answer === null) return wrong('Nobody is there to say yes: add --yes.');
    if (!answer) return 0;
  }
  const url = flags.url ?? env['WATTERSHED_URL'] ?? 'http://127.0.0.1:8080';
  try {
    const tally = await transfer(file, options, isDry ? null : { url, token }, terminal);
    terminal.progress('');
    if (typeof tally === 'string') return wrong(tally, 1);
    for (const line of report(tally, options, isDry)) terminal.say(line);
    return tally.rejected > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    terminal.progress('');
    return wrong(
      `${error.message}\nWhat was accepted until now is kept; sending the file again adds only the rest.`,
      1,
    );
  }
};

// Batches of readings to the service, tried again while the service is away: a retry counts nothing twice.

interface Destination {
  readonly url: string;
  readonly token: string;
}

/** The service refused all of it; the message is for people. */
class Refused extends Error {}

const attempts = 6;
const retried = new Set([429, 502, 503, 504]);

const wait = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const refusal = async (answer: Response): Promise<Refused> => {
  const parsed = problem.safeParse(await answer.json().catch(() => null));
  return new Refused(parsed.success ? parsed.data.detail : `${answer.url} answered ${answer.status}`);
};

const post = ({ url, token }: Destination, body: string): Promise<Response | Error> =>
  fetch(new URL(endpoint.path, url), {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body,
  }).catch(
    (error: Error) =>
      new Error(`${url} does not answer: ${(error.cause as Error | undefined)?.message ?? error.message}`),
  );

const sendReadings = async (to: Destination, readings: ReadingsBody['readings']): Promise<ReadingsAnswer> => {
  const body = JSON.stringify({ readings });
  for (let attempt = 1; ; attempt += 1) {
    const answer = await post(to, body);
    const isLast = attempt === attempts;
    if (answer instanceof Error) {
      if (isLast) throw new Refused(answer.message);
      await wait(0.25 * 2 ** attempt);
    } else if (answer.ok) return readingsAnswer.parse(await answer.json());
    else if (isLast || !retried.has(answer.status)) throw await refusal(answer);
    else await wait(Math.min(Number(answer.headers.get('retry-after')) || 0.25 * 2 ** attempt, 60));
  }
};
