import { z } from 'zod';

export const partState = z.enum(['up', 'down', 'off']).describe('`off`: not set up here, which is no fault.');
export type PartState = z.infer<typeof partState>;

/** What a part of the service is called at `/readyz`. */
export const healthPart = z.enum(['database', 'auth', 'ingest', 'mqtt', 'assistant', 'mail']);
export type HealthPart = z.infer<typeof healthPart>;

export const readiness = z.object({
  status: z.enum(['ready', 'not-ready']),
  parts: z.partialRecord(healthPart, partState),
});
export type Readiness = z.infer<typeof readiness>;

/** Figures for administrators. */
export const healthDetails = z.object({
  version: z.string(),
  node: z.string(),
  startedAt: z.iso.datetime(),
  memoryMb: z.int(),
  databaseMs: z.int().describe('What one question took just now.'),
  ingest: z.object({
    waitingMs: z.int().describe('How long the oldest reading under way has waited for its commit.'),
    lastMs: z.int().nullable().describe('What the last commit took.'),
    lastAt: z.iso.datetime().nullable(),
  }),
});
export type HealthDetails = z.infer<typeof healthDetails>;
