import { z } from 'zod';
import { endpoint } from '#catalogue/endpoint.ts';
import { utilityIds } from '#catalogue/index.ts';
import { pullKind } from './pulls.ts';

/** A found channel becomes a new device, or joins one that is there. */
const addChannelBody = z.union([
  z.strictObject({
    name: z.string().trim().min(1).max(80),
    room: z.string().trim().max(40),
    utility: z.enum(utilityIds).optional().describe('Where it is another one that is told in the same unit.'),
  }),
  z.strictObject({ device: z.uuid() }),
]);
export type AddChannelBody = z.infer<typeof addChannelBody>;

const addedChannel = z.object({ device: z.uuid() });
export type AddedChannel = z.infer<typeof addedChannel>;

const switchBody = z.strictObject({ on: z.boolean() });

/** `confirmed`: the device says so itself. `no-answer`: it did not within five seconds, and keeps its old state. */
const switchAnswer = z.object({ result: z.enum(['confirmed', 'no-answer']) });
export type SwitchAnswer = z.infer<typeof switchAnswer>;

/** What hardware and programs can be connected, for pages to list. */
const sourceKinds = z.object({
  polls: z.boolean().describe('Devices can be asked over the network here.'),
  sources: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      transports: z.array(z.enum(['mqtt', 'tcp', 'poll', 'socket', 'push', 'file'])),
      hasKey: z.boolean().describe('It is asked with a key that whoever adds it gives.'),
      setUps: z
        .array(z.object({ name: z.string(), text: z.string() }))
        .describe('What goes into the settings of a program that sends; the page fills in {{token}} and the like.'),
      unsure: z
        .array(z.enum(utilityIds))
        .describe('Utilities that it does not tell apart: whoever adds what it found says which.'),
    }),
  ),
  pulls: z.array(pullKind).describe('What can be fetched from services of others.'),
});
export type SourceKinds = z.infer<typeof sourceKinds>;

/** A device at this address is asked from now on. */
const addPolledBody = z.strictObject({
  source: z.string().max(40),
  address: z.string().trim().min(1).max(60),
  key: z
    .string()
    .trim()
    .min(1)
    .max(4000)
    .optional()
    .describe('Where the device answers with a key only. It is never told again.'),
});
export type AddPolledBody = z.infer<typeof addPolledBody>;

const addedPolled = z.object({ id: z.uuid(), address: z.string() });
export type AddedPolled = z.infer<typeof addedPolled>;

const ofId = z.object({ id: z.uuid() });

export const addFoundDevice = endpoint({
  method: 'POST',
  path: '/api/v1/channels/{id}/device',
  who: 'person',
  summary: 'Make found hardware a device, or part of one',
  params: ofId,
  body: addChannelBody,
  answer: addedChannel,
  status: 201,
  problems: ['not-found'],
});

export const switchDevice = endpoint({
  method: 'POST',
  path: '/api/v1/devices/{id}/switch',
  who: 'person',
  summary: 'Switch a device, and hear within five seconds what it says itself',
  params: ofId,
  body: switchBody,
  answer: switchAnswer,
  problems: ['not-found', 'room-not-yours'],
});

export const readSources = endpoint({
  method: 'GET',
  path: '/api/v1/sources',
  who: 'anyone',
  summary: 'What hardware and programs can be connected, and what each is told',
  answer: sourceKinds,
});

export const addPolledDevice = endpoint({
  method: 'POST',
  path: '/api/v1/polled-devices',
  who: 'person',
  summary: 'Ask a device at this address from now on',
  body: addPolledBody,
  answer: addedPolled,
  status: 201,
  problems: ['address-not-allowed', 'not-found', 'forbidden'],
});
