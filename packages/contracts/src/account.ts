import { z } from 'zod';

/** A guest becomes a member: the same account, with an address and a password of one's own. */
export const upgradeGuestBody = z.object({ email: z.email().max(254), password: z.string().min(6).max(72) });
export type UpgradeGuestBody = z.infer<typeof upgradeGuestBody>;

/** Days between asking for the end of an account and carrying it out. */
export const endingGraceDays = 7;

/** What goes with an account, and who could take over instead. */
export const endingFacts = z.object({
  dueAt: z.iso.datetime({ offset: true }).nullable().describe('When the account will be deleted; null: nobody asked.'),
  households: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      devices: z.int(),
      bills: z.int(),
      hasReadings: z.boolean(),
      heir: z.uuid().nullable().describe('The member who takes it over; null: it goes.'),
      members: z.array(z.object({ id: z.uuid(), name: z.string() })),
    }),
  ),
});
export type EndingFacts = z.infer<typeof endingFacts>;

/** `heirs`: household id → the member who takes it over. A household that is not named is deleted. */
export const endAccountBody = z.object({ heirs: z.record(z.uuid(), z.uuid()).default({}) });
export type EndAccountBody = z.infer<typeof endAccountBody>;
