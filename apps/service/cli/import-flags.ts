/** What `npm run import` is asked and what it prints. */
import { parseArgs } from 'node:util';
import { factsOf, utilityIds, utilityOf } from '#catalogue/index.ts';
import {
  type ImportMapping,
  type ImportOptions,
  importOptions,
  type ImportPreview,
  type ImportProblemCode,
  importProblemCodes,
  maxConflictShare,
} from '#subjects/readings/contract/imports.ts';

// Flags, and the options of an import made from them and from the file's own suggestion.

const units = new Set(utilityIds.map(factsOf).flatMap(({ units: amounts, flowUnits }) => [...amounts, ...flowUnits]));

export const usage = `Usage: npm run import -- <file.csv or .csv.gz> [options]

Sends the readings of a file to a running Wattershed. Shows what it found and asks before it sends.

  --token <token>           an ingest token of the Devices page (better: the variable WATTERSHED_TOKEN)
  --url <address>           where Wattershed runs (WATTERSHED_URL, else http://127.0.0.1:8080)
  --meter <column=key>      which meter a column (or a meter named in the file) goes to; repeat it. Only these are sent.
  --unit <unit>             ${[...units].join(', ')}; for one column: --unit column=unit
  --kind <kind>             counter, interval or mean; for one column: --kind column=kind
  --tz <zone>               zone of times without an offset, such as Europe/Madrid (else this computer's)
  --stamp <start|end>       whether a time marks the start or the end of its row
  --time <column>           the column with the times
  --time-format <format>    iso, dmy, mdy, unix-s or unix-ms
  --layout <long|wide>      long: a row for each meter and time; wide: a column for each meter
  --meter-column <column>   long: where the meters are named
  --value-column <column>   long: where the values are
  --allow-conflicts         send a file that says different things of many times: the least counts
  --dry-run                 read everything, send nothing
  --yes                     do not ask
`;

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;
const flagKinds = {
  token: text,
  url: text,
  tz: text,
  stamp: text,
  time: text,
  layout: text,
  'time-format': text,
  'meter-column': text,
  'value-column': text,
  meter: texts,
  unit: texts,
  kind: texts,
  'allow-conflicts': flag,
  'dry-run': flag,
  yes: flag,
  help: flag,
} as const;

type Flags = ReturnType<typeof parseArgs<{ options: typeof flagKinds }>>['values'];
type Asked = { readonly file: string; readonly flags: Flags };

/** A string says what is wrong. */
export const readFlags = (args: string[]): Asked | string => {
  try {
    const { values: flags, positionals } = parseArgs({ args, options: flagKinds, allowPositionals: true });
    const [file, ...more] = positionals;
    if (flags.help || file === undefined) return '';
    return more.length > 0 ? `One file at a time: what is ${more[0]}?` : { file, flags };
  } catch (error) {
    return (error as Error).message;
  }
};

/** `column=value` for one column, `value` for all. The last `=` divides, as titles may hold some. */
const choose = (given: readonly string[] | undefined, column: string): string | undefined => {
  const pairs = (given ?? []).map((one) => [
    one.slice(0, Math.max(one.lastIndexOf('='), 0)),
    one.slice(one.lastIndexOf('=') + 1),
  ]);
  return (pairs.find(([name]) => name === column) ?? pairs.find(([name]) => name === ''))?.[1];
};

const keyFrom = (column: string): string =>
  column
    .toLowerCase()
    .replace(/[^a-z0-9._:-]+/g, '-')
    .replace(/^[^a-z0-9]+|-+$/g, '')
    .slice(0, 64);

const withTarget = (mapping: ImportMapping, { meter, unit, kind }: Flags): ImportMapping[] => {
  const { column } = mapping;
  const named = choose(meter, column);
  if (meter ? named === undefined : 'skip' in mapping.target) return [];
  return [
    {
      column,
      target: { meter: named ?? keyFrom(column) },
      unit: (choose(unit, column) ?? mapping.unit) as ImportMapping['unit'],
      kind: (choose(kind, column) ?? mapping.kind) as ImportMapping['kind'],
    },
  ];
};

/** A string says what is wrong. */
export const optionsFrom = (suggestion: ImportOptions, flags: Flags): ImportOptions | string => {
  const mappings = suggestion.mappings.flatMap((mapping) => withTarget(mapping, flags));
  const unknown = (flags.meter ?? [])
    .map((one) => one.slice(0, one.lastIndexOf('=')))
    .find((column) => !suggestion.mappings.some((mapping) => mapping.column === column));
  if (unknown !== undefined) return `--meter: the file has no column of numbers named "${unknown}"`;
  if (mappings.length === 0) return 'No column to send: name some with --meter column=key';
  const { timeFormat, ...rest } = suggestion;
  const format = flags['time-format'] ?? (flags.time === undefined ? timeFormat : undefined);
  const parsed = importOptions.safeParse({
    ...rest,
    ...(format === undefined ? {} : { timeFormat: format }),
    layout: flags.layout ?? suggestion.layout,
    timeColumn: flags.time ?? suggestion.timeColumn,
    meterColumn: flags['meter-column'] ?? suggestion.meterColumn,
    valueColumn: flags['value-column'] ?? suggestion.valueColumn,
    stamp: flags.stamp ?? suggestion.stamp,
    mappings,
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return `${issue?.path.join('.')}: ${issue?.message}`;
};

// What it prints.

const number = new Intl.NumberFormat('en');
const shown = 10;

export const count = (value: number): string => number.format(value);

const step = (seconds: number | null): string => {
  if (seconds === null) return 'of its own';
  if (seconds % 86_400 === 0) return `${seconds / 86_400} d`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
};

const problemLine = (one: { line: number; column: string; code: ImportProblemCode; detail?: string }): string =>
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
