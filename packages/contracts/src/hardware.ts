import { z } from 'zod';

/** A found channel becomes a new device, or joins one that is there. */
export const addChannelBody = z.union([
  z.strictObject({ name: z.string().trim().min(1).max(80), room: z.string().trim().max(40) }),
  z.strictObject({ device: z.uuid() }),
]);
export type AddChannelBody = z.infer<typeof addChannelBody>;

export const addedChannel = z.object({ device: z.uuid() });
export type AddedChannel = z.infer<typeof addedChannel>;

export const switchBody = z.strictObject({ on: z.boolean() });
export type SwitchBody = z.infer<typeof switchBody>;

/** `confirmed`: the device says so itself. `no-answer`: it did not within five seconds, and keeps its old state. */
export const switchAnswer = z.object({ result: z.enum(['confirmed', 'no-answer']) });
export type SwitchAnswer = z.infer<typeof switchAnswer>;

/** What hardware and programs can be connected, for pages to list. */
export const sourceKinds = z.object({
  polls: z.boolean().describe('Devices can be asked over the network here.'),
  sources: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      transports: z.array(z.enum(['mqtt', 'tcp', 'poll', 'push', 'file'])),
      setUps: z
        .array(z.object({ name: z.string(), text: z.string() }))
        .describe('What goes into the settings of a program that sends; the page fills in {{token}} and the like.'),
    }),
  ),
});
export type SourceKinds = z.infer<typeof sourceKinds>;

/** A device at this address is asked from now on. */
export const addPolledBody = z.strictObject({
  source: z.string().max(40),
  address: z.string().trim().min(1).max(60),
});
export type AddPolledBody = z.infer<typeof addPolledBody>;

export const addedPolled = z.object({ id: z.uuid(), address: z.string() });
export type AddedPolled = z.infer<typeof addedPolled>;
