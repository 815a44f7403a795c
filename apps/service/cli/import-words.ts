/** What `npm run import` prints. */
import { factsOf, utilityOf } from '#catalogue/index.ts';
import {
  type ImportMapping,
  type ImportOptions,
  type ImportPreview,
  type ImportProblemCode,
  importProblemCodes,
  maxConflictShare,
} from '#subjects/readings/contract/imports.ts';
import type { Flags } from './import-flags.ts';

const number = new Intl.NumberFormat('en');
const shown = 10;

export const count = (value: number): string => number.format(value);

const step = (seconds: number | null): string => {
  if (seconds === null) return 'of its own';
  if (seconds % 86_400 === 0) return `${seconds / 86_400} d`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
};

export const problemLine = (one: { line: number; column: string; code: ImportProblemCode; detail?: string }): string =>
  `  ${one.line > 0 ? `line ${one.line}, ` : ''}${one.column}: ${importProblemCodes[one.code]}${one.detail ? ` (${one.detail})` : ''}`;

export const problemList = (problems: Parameters<typeof problemLine>[0][], total: number): string[] => [
  ...problems.slice(0, shown).map(problemLine),
  ...(total > shown ? [`  … and ${count(total - shown)} more`] : []),
];

const target = (mapping: ImportMapping): string => ('meter' in mapping.target ? mapping.target.meter : '');

export const previewLines = (
  file: string,
  preview: Omit<ImportPreview, 'fileId' | 'bytes' | 'importedBefore'>,
  options: ImportOptions,
): string[] => [
  `${file}: ${count(preview.rows)} rows, ${preview.firstTime ?? '?'} to ${preview.lastTime ?? '?'}, a row every ${step(preview.stepS)}`,
  `Times: column "${options.timeColumn}", without an offset taken as ${options.timeZone}, marking the ${options.stamp} of a row.`,
  ...options.mappings.map((one) => `  ${one.column} → ${target(one)} (${one.kind}, ${one.unit})`),
  ...(preview.problems.length > 0 ? ['Problems:', ...problemList(preview.problems, preview.problems.length)] : []),
];

/** Columns of which neither title nor numbers say what they are, and nobody has said it yet. */
export const openKinds = (
  { questions }: Pick<ImportPreview, 'questions'>,
  options: ImportOptions,
  { kind }: Pick<Flags, 'kind'>,
): string[] =>
  questions.flatMap((one) => {
    const sent = one.code === 'kind' && options.mappings.find(({ column }) => column === one.column);
    if (!sent || one.code !== 'kind' || isAnswered(kind, one.column)) return [];
    return `${one.column}: taken as ${sent.kind}. As counter, ${exact(one.asCounter)} ${sent.unit} were used, as interval ${exact(one.asAmounts)} ${sent.unit}: say --kind '${one.column}=…'.`;
  });

/** Columns with more than a few rows that contradict each other. */
export const manyConflicts = ({ problems }: Pick<ImportPreview, 'problems'>, options: ImportOptions): string[] =>
  problems.flatMap(({ line, column, code, detail }) => {
    const [twice = 0, all = 1] = detail.split(' / ').map(Number);
    const isSent = options.mappings.some((one) => one.column === column);
    if (line !== 0 || code !== 'time-twice' || !isSent || twice <= all * maxConflictShare) return [];
    return `${column}: ${count(twice)} of ${count(all)} rows say something else of a time that another row told already. Does a column tell meters apart (--layout long --meter-column …)? Else say --allow-conflicts.`;
  });

const exact = (value: number): string => new Intl.NumberFormat('en', { maximumFractionDigits: 3 }).format(value);

const isAnswered = (given: readonly string[] | undefined, column: string): boolean =>
  (given ?? []).some((one) => !one.includes('=') || one.startsWith(`${column}=`));

export const totalLines = (options: ImportOptions, sums: ReadonlyMap<string, number>): string[] =>
  options.mappings.flatMap((one) => {
    const sum = sums.get(one.column);
    const unit = factsOf(utilityOf(one.unit)).base;
    return sum === undefined ? [] : [`  ${one.column} → ${target(one)}: ${count(sum)} ${unit} in the file`];
  });

export const progressBar = (part: number, readings: number): string => {
  const filled = Math.round(Math.min(Math.max(part, 0), 1) * 24);
  return `[${'#'.repeat(filled)}${'.'.repeat(24 - filled)}] ${Math.floor(part * 100)} %, ${count(readings)} readings`;
};
