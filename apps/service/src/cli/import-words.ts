/** What `npm run import` prints. */
import {
  type ImportMapping,
  type ImportOptions,
  type ImportPreview,
  type ImportProblemCode,
  importProblemCodes,
  importUnits,
} from '@wattershed/contracts';

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
  preview: Omit<ImportPreview, 'fileId' | 'bytes'>,
  options: ImportOptions,
): string[] => [
  `${file}: ${count(preview.rows)} rows, ${preview.firstTime ?? '?'} to ${preview.lastTime ?? '?'}, a row every ${step(preview.stepS)}`,
  `Times: column "${options.timeColumn}", without an offset taken as ${options.timeZone}, marking the ${options.stamp} of a row.`,
  ...options.mappings.map((one) => `  ${one.column} → ${target(one)} (${one.kind}, ${one.unit})`),
  ...(preview.problems.length > 0 ? ['Problems:', ...problemList(preview.problems, preview.problems.length)] : []),
];

export const totalLines = (options: ImportOptions, sums: ReadonlyMap<string, number>): string[] =>
  options.mappings.flatMap((one) => {
    const sum = sums.get(one.column);
    const unit = importUnits[one.unit].utility === 'water' ? 'mL' : 'Wh';
    return sum === undefined ? [] : [`  ${one.column} → ${target(one)}: ${count(sum)} ${unit} in the file`];
  });

export const progressBar = (part: number, readings: number): string => {
  const filled = Math.round(Math.min(Math.max(part, 0), 1) * 24);
  return `[${'#'.repeat(filled)}${'.'.repeat(24 - filled)}] ${Math.floor(part * 100)} %, ${count(readings)} readings`;
};
