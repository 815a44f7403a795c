/** Whose the households are that have no name: asked of the service, which tells people of each other. Loaded when there is one. */
import { readMembers } from '#subjects/household/contract/household.ts';
import { isNameless, type Membership } from './memberships.ts';
import { callService } from '../data/service.ts';
import { within } from '../data/online.ts';

/** The page waits for this; at the next reading it is asked again. */
const patienceMs = 2000;

export function withOwners(all: readonly Membership[]): Promise<Membership[]> {
  return Promise.all(all.map(async (one) => (isNameless(one) ? withOwner(one) : one)));
}

/** As it was where the answer fails: a household is shown without this. */
async function withOwner(one: Membership): Promise<Membership> {
  try {
    const { members } = await within(patienceMs, (signal) =>
      callService(readMembers, { params: { household: one.households.id }, signal }),
    );
    const ownerName = members.find(({ role }) => role === 'owner')?.name ?? '';
    return { ...one, households: { ...one.households, ownerName } };
  } catch {
    return one;
  }
}
