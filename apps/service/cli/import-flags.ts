/** What `npm run import` was asked: flags, and the options of an import made from them and from the file's own suggestion. */
import { parseArgs } from 'node:util';
import { factsOf, utilityIds } from '#catalogue/index.ts';
import { type ImportMapping, type ImportOptions, importOptions } from '#subjects/readings/contract/imports.ts';

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
const options = {
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

export type Flags = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
export type Asked = { readonly file: string; readonly flags: Flags };

/** A string says what is wrong. */
export const readFlags = (args: string[]): Asked | string => {
  try {
    const { values: flags, positionals } = parseArgs({ args, options, allowPositionals: true });
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
