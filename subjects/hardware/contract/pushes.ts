/** A home's figures on their way to programs of its own: what is sent where by itself, and what else is switched on here. */
import { z } from 'zod';
import { endpoint } from '#catalogue/endpoint.ts';

export const pushKinds = ['influx', 'webhook'] as const;
export type PushKind = (typeof pushKinds)[number];

/** Why the far side has taken nothing. */
export type PushFault = 'not-allowed' | 'unreachable' | 'refused' | 'not-found' | 'not-understood' | 'secret-lost';

const household = z.uuid().optional().describe("Defaults to the person's first household.");
const address = z.string().trim().min(1).max(300).describe('https://… or http://…');

const setUpPushBody = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('influx'),
    household,
    address,
    organization: z.string().trim().max(100),
    bucket: z.string().trim().min(1).max(100),
    token: z.string().trim().max(500),
  }),
  z.strictObject({ kind: z.literal('webhook'), household, address }),
]);
export type SetUpPushBody = z.infer<typeof setUpPushBody>;

const pushSetUp = z.object({
  host: z.string(),
  secret: z.string().nullable().describe('By it a webhook knows that a message is ours; shown once.'),
});
export type PushSetUp = z.infer<typeof pushSetUp>;

export const setUpPush = endpoint({
  method: 'POST',
  path: '/api/v1/pushes',
  who: 'person',
  isSensitive: true,
  summary: 'Send figures to an InfluxDB, or what happens to a webhook, from now on; in place of what was set up before',
  body: setUpPushBody,
  answer: pushSetUp,
  status: 201,
  problems: ['push-not-allowed', 'forbidden'],
});

const outlets = z.object({
  pushes: z.boolean().describe('Figures may be sent somewhere: whoever runs this service says where.'),
  homeAssistant: z.boolean().describe('Home Assistant is told of homes at the MQTT broker.'),
  prometheus: z.boolean().describe('Whoever runs this service can watch it with Prometheus.'),
});
export type Outlets = z.infer<typeof outlets>;

export const readOutlets = endpoint({
  method: 'GET',
  path: '/api/v1/outlets',
  who: 'person',
  summary: 'By what ways figures leave here by themselves',
  answer: outlets,
});
