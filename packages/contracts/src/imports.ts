import { z } from 'zod';
import { utility } from './usage.ts';

/** How one column (wide) or one meter name (long) of a file becomes a meter's readings. */
export const importMapping = z.object({
  column: z.string().describe("The column's title (wide) or the meter's name in the file (long)."),
  target: z.union([
    z.object({ meter: z.string().describe('An existing meter: key or id.') }),
    z.object({ newDevice: z.object({ name: z.string().min(1).max(80), room: z.string().max(40), utility }) }),
    z.object({ skip: z.literal(true) }),
  ]),
  unit: z.enum(['Wh', 'kWh', 'MWh', 'W', 'kW', 'mL', 'L', 'm3', 'gal', 'ft3']),
  kind: z.enum(['counter', 'interval', 'mean']).describe('`mean`: mean power or flow over each row.'),
});
export type ImportMapping = z.infer<typeof importMapping>;

export const importOptions = z.object({
  household: z.uuid().optional(),
  layout: z.enum(['long', 'wide']),
  timeColumn: z.string(),
  meterColumn: z.string().optional(),
  valueColumn: z.string().optional(),
  timeZone: z.string().describe('Zone of times without an offset.'),
  stamp: z.enum(['start', 'end']).default('start').describe('Whether a time marks the start or the end of its interval.'),
  mappings: z.array(importMapping).min(1),
});
export type ImportOptions = z.infer<typeof importOptions>;

export const importPreview = z.object({
  fileId: z.string(),
  bytes: z.int(),
  rows: z.int().describe('Rows counted (all of the file).'),
  layout: z.enum(['long', 'wide']),
  columns: z.array(z.string()),
  suggestion: importOptions,
  sample: z.array(z.array(z.string())),
  firstTime: z.string().nullable(),
  lastTime: z.string().nullable(),
  stepS: z.int().nullable(),
  problems: z.array(z.object({ line: z.int(), code: z.string(), detail: z.string() })),
});
export type ImportPreview = z.infer<typeof importPreview>;

export const importReport = z.object({
  id: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  bytesRead: z.int(),
  bytes: z.int(),
  rows: z.int(),
  accepted: z.int(),
  duplicate: z.int(),
  rejected: z.int(),
  /** First rejections by line; the counts above are complete. */
  problems: z.array(z.object({ line: z.int(), column: z.string(), code: z.string() })),
  totals: z.array(z.object({ column: z.string(), meter: z.string(), utility, used: z.number(), firstTime: z.string(), lastTime: z.string() })),
  error: z.string().nullable(),
});
export type ImportReport = z.infer<typeof importReport>;
