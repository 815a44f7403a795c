import { z } from 'zod';
import { endpoint, ofHousehold } from '#catalogue/endpoint.ts';

export const createTokenBody = z.object({
  household: z.uuid().optional(),
  name: z.string().trim().max(80).default(''),
});
export type CreateTokenBody = z.input<typeof createTokenBody>;

/** The only time that `token` is seen: what is kept is its hash. */
export const createdToken = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string().describe('The last four characters, to tell tokens apart.'),
  token: z.string(),
});
export type CreatedToken = z.infer<typeof createdToken>;

/** Why a reading waits. The last two are kept with the others too, but are no use. */
const quarantineReasons = ['implausible-jump', 'negative-amount', 'counter-fell', 'two-counters'] as const;

const quarantinedReading = z.object({
  id: z.string(),
  meterId: z.string(),
  at: z.iso.datetime(),
  value: z.number(),
  lastValue: z.number().nullable(),
  reason: z.enum(quarantineReasons),
});
export const quarantineAnswer = z.object({ readings: z.array(quarantinedReading) });
export type QuarantineAnswer = z.infer<typeof quarantineAnswer>;

export const makeIngestToken = endpoint({
  method: 'POST',
  path: '/api/v1/tokens',
  who: 'person',
  isSensitive: true,
  summary: 'Make an ingest token; it is shown once',
  body: createTokenBody,
  answer: createdToken,
  status: 201,
  problems: ['forbidden'],
});

export const revokeIngestToken = endpoint({
  method: 'DELETE',
  path: '/api/v1/tokens/{id}',
  who: 'person',
  summary: 'Revoke an ingest token',
  params: z.object({ id: z.coerce.number().int().positive() }),
  problems: ['not-found'],
});

export const readQuarantine = endpoint({
  method: 'GET',
  path: '/api/v1/quarantine',
  who: 'person',
  summary: 'Readings that wait for a decision',
  query: ofHousehold,
  answer: quarantineAnswer,
});
