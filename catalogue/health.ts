import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** `slow`: it answers, but later than people should wait. `not-set-up`: this installation does without. */
const partState = z.enum(['up', 'slow', 'down', 'not-set-up']);
export type PartState = z.infer<typeof partState>;

/** What `/readyz` answers: 200 while every part that is needed works, else 503. */
const readiness = z.object({
  status: z.enum(['ready', 'not-ready']),
  parts: z.record(z.string(), partState),
});
export type Readiness = z.infer<typeof readiness>;

const instant = z.iso.datetime();

/** What can stand in a backup's way, each with its own remedy. */
export const backupFaults = [
  'file-unreadable',
  'disk-full',
  'no-room',
  'database-lost',
  'database-refused',
  'store-failed',
  'other',
] as const;
export type BackupFault = (typeof backupFaults)[number];

/** What only administrators are told. */
const healthReport = z.object({
  at: instant,
  version: z.string(),
  node: z.string(),
  startedAt: instant,
  memoryBytes: z.number(),
  hosted: z.boolean(),
  parts: z.record(z.string(), partState),
  problem: z.string().nullable().describe('What the embedded backend says is wrong with it.'),
  database: z.object({
    migration: z.string().nullable().describe('The newest migration; null where this service may not know.'),
    connections: z.int(),
    busy: z.int(),
    bytes: z.number(),
    newestReading: instant.nullable().describe('Of any household, the demo household left out.'),
  }),
  ingest: z.object({
    lagMs: z.number().nullable().describe('From the arrival of readings to their commit: the median of five minutes.'),
    slowestMs: z.number().nullable(),
    commits: z.int(),
    failures: z.int(),
    lastAt: instant.nullable(),
  }),
  mail: z.object({
    waiting: z.int(),
    oldestAt: instant.nullable(),
    maxAttempts: z.int(),
    problem: z.string().nullable().describe('What the mail server said last, when it refused.'),
  }),
  backup: z
    .object({
      place: z.string(),
      lastGoodAt: instant.nullable(),
      lastBytes: z.number().nullable(),
      tookMs: z.number().nullable().describe('Where this process made it.'),
      rows: z.int().nullable().describe('Read so far by one that is under way.'),
      failure: z
        .object({ code: z.enum(backupFaults), said: z.string().describe('As in the log, in English.') })
        .nullable()
        .describe('Why the last try failed.'),
      failures: z.int().describe('Since the process began.'),
      nextAt: instant,
    })
    .nullable()
    .describe('Null without BACKUP_TO.'),
  jobs: z.array(
    z.object({
      name: z.string(),
      everyMs: z.number(),
      lastAt: instant.nullable(),
      tookMs: z.number().nullable(),
      failures: z.int().describe('In a row; 0 after a success.'),
    }),
  ),
});
export type HealthReport = z.infer<typeof healthReport>;

export const readLiveness = endpoint({
  method: 'GET',
  path: '/healthz',
  who: 'anyone',
  summary: 'The process is alive',
  answer: z.object({ status: z.literal('up') }),
});

export const readReadiness = endpoint({
  method: 'GET',
  path: '/readyz',
  who: 'anyone',
  summary: 'How each part does; 503 while a needed one is down',
  answer: readiness,
  also: { 503: readiness },
});

export const readHealthReport = endpoint({
  method: 'GET',
  path: '/api/v1/health',
  who: 'administrator',
  summary: 'How this installation does, in detail',
  answer: healthReport,
});
