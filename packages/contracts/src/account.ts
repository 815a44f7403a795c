import { z } from 'zod';

/** A guest becomes a member: the same account, with an address and a password of one's own. */
export const upgradeGuestBody = z.object({ email: z.email().max(254), password: z.string().min(6).max(72) });
export type UpgradeGuestBody = z.infer<typeof upgradeGuestBody>;
