import { flowIds, flowsOf, importKinds, importUnits, isUnitOf, kindsOf, utilityOf } from '#catalogue/index.ts';
import { z } from 'zod';
import { endpoint, ofHousehold, stream } from '#catalogue/endpoint.ts';
import { rejectionCodes } from './readings.ts';
import { utility } from '#subjects/usage/contract/usage.ts';

/** How one column (wide) or one meter name (long) of a file becomes a meter's readings. */
export const importMapping = z
  .object({
    column: z.string().describe("The column's title (wide) or the meter's name in the file (long)."),
    target: z.union([
      z.object({ meter: z.string().describe('An existing meter: key or id.') }),
      z.object({
        newDevice: z.object({
          name: z.string().trim().min(1).max(80),
          room: z.string().max(40),
          utility,
          flow: z.enum(flowIds).optional().describe('What passes its meter; absent: it draws.'),
        }),
      }),
      z.object({ skip: z.literal(true) }),
    ]),
    unit: z.enum(importUnits),
    kind: z.enum(importKinds),
    isNet: z
      .boolean()
      .optional()
      .describe('Amounts of a meter that nets both ways: those below zero go to a returned meter of the same device.'),
  })
  .refine(({ target, unit, kind }) => 'skip' in target || kindsOf(unit).includes(kind), {
    path: ['kind'],
    error: 'This unit cannot be of this kind (see importUnits).',
  })
  .refine(({ target, unit }) => !('newDevice' in target) || isUnitOf(unit, target.newDevice.utility), {
    path: ['unit'],
    error: 'This unit measures another utility.',
  })
  .refine(
    ({ target, isNet }) =>
      !('newDevice' in target) ||
      flowsOf(target.newDevice.utility).includes(isNet ? 'returned' : (target.newDevice.flow ?? 'drawn')),
    { path: ['target'], error: 'Homes do not give this utility back.' },
  )
  .refine(({ isNet, kind, unit }) => !isNet || (kind !== 'counter' && flowsOf(utilityOf(unit)).includes('returned')), {
    path: ['isNet'],
    error: 'Amounts of energy alone are split.',
  });
export type ImportMapping = z.infer<typeof importMapping>;

/** What a column, or a meter of a long file, gave back: as a column of its own. */
export const returnedColumn = (column: string): string => `${column} ↩`;

/** `dmy` 31/12/2026, `mdy` 12/31/2026; `iso` 2026-12-31, with or without time and offset; seconds or milliseconds since 1970. */
const timeFormats = ['iso', 'dmy', 'mdy', 'unix-s', 'unix-ms'] as const;
export type TimeFormat = (typeof timeFormats)[number];

/** Whether this runtime knows the zone. */
export const isTimeZone = (zone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
};

export const importOptions = z.object({
  household: z.uuid().optional(),
  layout: z.enum(['long', 'wide']),
  timeColumn: z.string(),
  clockColumn: z
    .string()
    .optional()
    .describe('Where the time column has only the day: the column with the time of day.'),
  timeFormat: z.enum(timeFormats).optional().describe('How times are written; found out from the file when absent.'),
  meterColumn: z.string().optional().describe('Long: the column with the meter names.'),
  valueColumn: z.string().optional().describe('Long: the column with the values.'),
  backColumn: z
    .string()
    .optional()
    .describe('Long: the column of what each meter gave back; its mappings are named by the meter and ↩.'),
  timeZone: z.string().refine(isTimeZone, 'No such time zone.').describe('Zone of times without an offset.'),
  stamp: z
    .enum(['start', 'end'])
    .default('start')
    .describe('Whether a time marks the start or the end of its interval.'),
  counterStamp: z
    .enum(['instant', 'start'])
    .default('instant')
    .describe(
      "When a counter showed its value: at the row's time, or at the end of the interval that begins then (Home Assistant's statistics).",
    ),
  rowS: z
    .int()
    .min(1)
    .max(31 * 86_400)
    .optional()
    .describe('How many seconds a row lasts, unless the next one begins earlier; absent: until the next one.'),
  mappings: z.array(importMapping).min(1).max(300),
});
export type ImportOptions = z.infer<typeof importOptions>;

const importStart = z.object({
  fileId: z.uuid(),
  options: importOptions,
  dryRun: z.boolean().default(false).describe('Only report what would come of it; nothing is written.'),
});

/** What is wrong in a line of a file. The web translates them. */
const fileProblemCodes = {
  'cells-missing': 'The line has fewer cells than the title line.',
  'date-order-ambiguous': 'No date says whether the day or the month comes first: choose.',
  'negative-amount': 'An amount below zero went back to the grid, or is a correction: it is no use.',
  'negative-counter': 'A counter cannot be negative.',
  'net-left-out':
    'This column nets what was drawn and what was returned: it is left out, unless it is chosen and split.',
  'net-split': 'This column nets what was drawn and what was returned: it is split into both.',
  'number-malformed': 'Not a number.',
  'returned-left-out': 'This column is what was used of own production, or is told by another one too: it is left out.',
  'time-malformed': 'Not a time in the chosen format.',
  'time-missing':
    'This local time never was: clocks went forward. Are these times in another zone, or without summer time?',
  'time-twice': 'The file has another value for this time: does a column tell meters apart?',
  'too-many-meters': 'More meters than one import takes; the rest is left out.',
} as const;
export type FileProblemCode = keyof typeof fileProblemCodes;

/** Why a file cannot be imported at all. */
export const fileErrorCodes = {
  'compression-damaged': 'The compressed file is damaged or cut off.',
  empty: 'There is no line with a time and a value.',
  'line-too-long': 'A line is longer than a megabyte: is a closing quote missing?',
  'no-time-column': 'No column holds times.',
  'no-value-column': 'No column holds numbers.',
  'quote-open': 'A quote is opened and never closed.',
  'too-large': 'Unpacked, the file is larger than an import takes.',
  'unknown-column': 'The file has no column of this name.',
  'xml-malformed': 'The file is XML that breaks off or is damaged.',
} as const;
export type FileErrorCode = keyof typeof fileErrorCodes;

/** What a file itself says that its series cost (Green Button). */
const fileCost = z.object({
  column: z.string(),
  amount: z.number(),
  currency: z.string().length(3).nullable().describe('ISO 4217; null: not said.'),
});
export type FileCost = z.infer<typeof fileCost>;

/** What a line of a utility's bill is for; `other`: the file does not tell. */
const billParts = ['use', 'fixed', 'tax', 'other'] as const;
export type BillPart = (typeof billParts)[number];

/** A bill of a utility as its file tells it (Green Button). Money in hundred-thousandths of the currency. */
export const fileBill = z.object({
  column: z.string().describe('What the file calls the meter.'),
  utility,
  start: z.iso.datetime(),
  end: z.iso.datetime().describe('The instant after it.'),
  total: z.int(),
  currency: z.string().length(3).nullable().describe('ISO 4217; null: not said.'),
  used: z.number().nonnegative().nullable().describe('Wh or mL; null: not said.'),
  isEstimated: z.boolean(),
  isEarly: z.boolean().describe('Told before the period was over.'),
  isSummed: z.boolean().describe('The file gives no total: it is the sum of what its readings cost.'),
  lines: z
    .array(z.object({ part: z.enum(billParts), note: z.string(), amount: z.int() }))
    .describe('They sum to the total. Empty: the file gives nothing but the total.'),
});
export type FileBill = z.infer<typeof fileBill>;

/** The bills that a file tells; nothing of it is kept. */
export const fileBills = z.object({ format: z.enum(['csv', 'green-button']), bills: z.array(fileBill) });
export type FileBills = z.infer<typeof fileBills>;

/** What a file does not decide: the options hold a proposal, a person decides. */
const importQuestion = z.union([
  z.object({
    code: z.literal('kind').describe('Whether the numbers are what a counter shows or amounts.'),
    column: z.string(),
    asCounter: z.number().describe('What the whole file comes to, in its own unit.'),
    asAmounts: z.number(),
  }),
  z.object({
    code: z.literal('unit').describe('No title says the unit; left out until it is chosen.'),
    column: z.string(),
  }),
  z.object({ code: z.literal('stamp').describe('Whether a time starts or ends its row.') }),
]);
export type ImportQuestion = z.infer<typeof importQuestion>;

/** More conflicts than this share of what a file says are a question, not a result. */
export const maxConflictShare = 0.01;

export const importPreview = z.object({
  fileId: z.string(),
  bytes: z.int(),
  format: z.enum(['csv', 'green-button']),
  rows: z.int().describe('Rows counted (all of the file).'),
  layout: z.enum(['long', 'wide']),
  columns: z.array(z.string()),
  suggestion: importOptions,
  sample: z.array(z.array(z.string())),
  firstTime: z.string().nullable(),
  lastTime: z.string().nullable(),
  stepS: z.int().nullable(),
  /** The first ones, by line; line 0 speaks of the whole file. */
  problems: z.array(
    z.object({
      line: z.int(),
      column: z.string(),
      code: z.enum(Object.keys(fileProblemCodes) as [FileProblemCode, ...FileProblemCode[]]),
      detail: z.string(),
    }),
  ),
  costs: z.array(fileCost),
  questions: z.array(importQuestion),
  /** Imports of the very same content that stand, the latest first. */
  importedBefore: z.array(
    z.object({
      id: z.string(),
      fileName: z.string(),
      at: z.iso.datetime(),
      accepted: z.int(),
      isWhole: z.boolean().describe('It was read to its end.'),
    }),
  ),
});
export type ImportPreview = z.infer<typeof importPreview>;

/** Why a line of an import was not taken. */
export const importProblemCodes = { ...fileProblemCodes, ...rejectionCodes } as const;
export type ImportProblemCode = keyof typeof importProblemCodes;

/** Why a running import ended early. What was taken until then is kept; importing the file again adds the rest. */
const importErrorCodes = {
  ...fileErrorCodes,
  forbidden: 'The person may no longer write to this household.',
  internal: 'Something went wrong on our side.',
  stopped: 'The service stopped.',
} as const;
export type ImportErrorCode = keyof typeof importErrorCodes;

export const importReport = z.object({
  id: z.string(),
  state: z.enum(['running', 'done', 'failed', 'undoing', 'undone']),
  bytesRead: z.int(),
  bytes: z.int(),
  rows: z.int(),
  accepted: z.int(),
  duplicate: z.int(),
  rejected: z.int(),
  conflicts: z
    .int()
    .describe('Of the rejected: those that say something else than is kept, or than the file says of the same time.'),
  isContradicted: z
    .boolean()
    .describe('More conflicts than a few: for a person to decide on before anything is written.'),
  isDryRun: z.boolean().describe('What would come of it: nothing was written.'),
  /** First rejections by line; the counts above are complete. */
  problems: z.array(
    z.object({
      line: z.int(),
      column: z.string(),
      code: z.enum(Object.keys(importProblemCodes) as [ImportProblemCode, ...ImportProblemCode[]]),
    }),
  ),
  /** Over the accepted readings, in Wh or mL; a counter's use is the sum of its steps. */
  totals: z.array(
    z.object({
      column: z.string(),
      meter: z.string(),
      utility,
      used: z.number(),
      firstTime: z.string(),
      lastTime: z.string(),
    }),
  ),
  /** Where the file says something of a time for which the meter had readings already; those stay. */
  overlaps: z.array(
    z.object({
      column: z.string(),
      meter: z.string(),
      firstTime: z.string(),
      lastTime: z.string(),
      same: z.int().describe('Readings that were there already, with the same value.'),
      different: z.int().describe('Readings that say something else than what is there: not taken.'),
    }),
  ),
  /** Of what was imported. */
  costs: z.array(fileCost),
  /** Readings that were taken back so far, while and after it is undone. */
  takenBack: z.int(),
  error: z.enum(Object.keys(importErrorCodes) as [ImportErrorCode, ...ImportErrorCode[]]).nullable(),
});
export type ImportReport = z.infer<typeof importReport>;

const ofFile = ofHousehold.extend({ name: z.string().max(200).default('') });
/** Of one file, and of one upload. */
export const maxFileBytes = 512 * 1024 ** 2;

export const previewImport = endpoint({
  method: 'POST',
  path: '/api/v1/imports/preview',
  who: 'person',
  summary: 'Look at a CSV file before importing it',
  query: ofFile,
  body: stream('text/csv'),
  maxBytes: maxFileBytes,
  answer: importPreview,
  problems: ['forbidden', 'import-failed'],
});

export const readFileBills = endpoint({
  method: 'POST',
  path: '/api/v1/imports/bills',
  who: 'person',
  summary: 'The bills that a Green Button file tells; nothing of it is kept',
  query: ofFile,
  body: stream('application/xml'),
  maxBytes: maxFileBytes,
  answer: fileBills,
  problems: ['forbidden', 'import-failed'],
});

const begun = z.object({ id: z.string() });

export const startImport = endpoint({
  method: 'POST',
  path: '/api/v1/imports',
  who: 'person',
  summary: 'Import a file that was looked at, or see what would come of it',
  body: importStart,
  answer: begun,
  status: 202,
  problems: ['forbidden', 'import-running', 'not-found'],
});

export const readImport = endpoint({
  method: 'GET',
  path: '/api/v1/imports/{id}',
  who: 'person',
  summary: 'How far an import is, and its report',
  answer: importReport,
  problems: ['not-found'],
});

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/v1/imports/{id}/undo',
  who: 'person',
  summary: 'Take an import back as a whole; one that runs ends first',
  params: z.object({ id: z.uuid() }),
  answer: begun,
  status: 202,
  problems: ['import-running', 'not-found'],
});
