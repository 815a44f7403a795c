import type { HouseholdPerson } from '#subjects/household/contract/household.ts';
import type { Household, HouseholdMember } from '#supabase/tables/index.ts';
import { http, HttpResponse } from 'msw';
import { asha } from './auth-answers.ts';
import { server } from './server.ts';

/** Households and what one is in them, as the table API answers them. */

export function aHousehold(letter: string, name: string, rest: Partial<Household> = {}): Household {
  return {
    id: `9c000000-0000-4000-8000-00000000000${letter}`,
    owner_id: asha.id,
    kind: 'home',
    name,
    time_zone: 'Asia/Kolkata',
    time_zone_chosen: true,
    currency: 'INR',
    units: 'metric',
    country: 'IN',
    billing_day: 1,
    keep_months: null,
    residents: null,
    dwelling: null,
    latitude: null,
    longitude: null,
    has_readings: true,
    created_at: '2026-11-01T00:00:00Z',
    ...rest,
  };
}

export function membership(
  households: Household,
  role: HouseholdMember['role'] = 'owner',
  rooms: string[] | null = null,
) {
  return { role, switch_rooms: rooms, households };
}

/** The far side; the profile keeps which household was chosen. */
export function answerMemberships(all: ReturnType<typeof membership>[]) {
  const profile: { current_household: string | null } = { current_household: null };
  server.use(
    http.get('*/rest/v1/household_members', () => HttpResponse.json(all)),
    http.get('*/rest/v1/profiles', () => HttpResponse.json([profile])),
    http.patch('*/rest/v1/profiles', async ({ request }) => {
      Object.assign(profile, await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { profile };
}

/** What the service tells of somebody in a household to others in it. */
export const aMember = (userId: string, name: string, role: HouseholdPerson['role'] = 'member'): HouseholdPerson => ({
  userId,
  name,
  email: null,
  role,
  switchRooms: null,
  joinedAt: '2026-11-10T00:00:00Z',
  tokens: null,
});
