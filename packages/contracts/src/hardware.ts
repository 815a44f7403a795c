import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** A found channel becomes a new device, or joins one that is there. */
const addChannelBody = z.union([
  z.strictObject({ name: z.string().trim().min(1).max(80), room: z.string().trim().max(40) }),
  z.strictObject({ device: z.uuid() }),
]);
export type AddChannelBody = z.infer<typeof addChannelBody>;

const addedChannel = z.object({ device: z.uuid() });
export type AddedChannel = z.infer<typeof addedChannel>;

const switchBody = z.strictObject({ on: z.boolean() });

/** `confirmed`: the device says so itself. `no-answer`: it did not within five seconds, and keeps its old state. */
const switchAnswer = z.object({ result: z.enum(['confirmed', 'no-answer']) });
export type SwitchAnswer = z.infer<typeof switchAnswer>;

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
