/** A home with meters and notices, as its far side answers. */
import { QueryClientProvider } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import type { ReactNode } from 'react';
import type { LatestMeter } from '#subjects/usage/contract/usage.ts';
import type { ConnectedDevice, HouseholdNotice } from '#supabase/tables/index.ts';
import { asha, storeSession } from '#apps/web/testing/auth-answers.ts';
import { aMember } from '#apps/web/testing/households.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { createQueryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { Notices } from '#shell/ui/notices/notices.tsx';

const home = '5b1e6f0a-0000-4000-8000-0000000000aa';
export const ben = 'b0000000-0000-4000-8000-000000000001';
/** The service's clock in these tests. */
export const at = '2026-11-20T06:00:00Z';
const names = ['Kitchen tap', 'Lamp', 'Fridge', 'Boiler', 'Garden'];
const devices = names.map((name, i) => ({ household_id: home, id: `d${i}`, name, room: 'kitchen', utility: 'water' }));

export const meter = (i: number, rest: Partial<LatestMeter> = {}): LatestMeter => ({
  meterId: String(i),
  key: `m${i}`,
  deviceId: `d${i}`,
  room: 'kitchen',
  utility: 'water',
  flow: 'drawn',
  parentMeterId: null,
  lastAt: '2026-11-20T05:59:30Z',
  lastValue: null,
  rate: null,
  rateWithin: null,
  rateState: 'now',
  rateUntil: null,
  today: 0,
  quarantined: 0,
  ...rest,
});

export const notice = (
  meterId: number,
  kind: HouseholdNotice['kind'],
  rest: Partial<HouseholdNotice> = {},
): HouseholdNotice => ({
  household_id: home,
  id: `n${meterId}`,
  kind,
  meter_id: meterId,
  utility: null,
  since: '2026-11-20T02:15:00Z',
  noticed_at: '2026-11-20T05:16:00Z',
  ended_at: null,
  figures: kind === 'running-water' ? { usedMl: 1_076_000, floorMlPerHour: 8200, leakMl: 213_400 } : { usualS: 600 },
  mail_at: '2026-11-20T05:16:00Z',
  dismissed_at: null,
  dismissed_by: null,
  dismissed_as: null,
  ...rest,
});

export const budgetPassed = (i: number): HouseholdNotice =>
  notice(i, 'budget-passed', {
    meter_id: null,
    utility: 'electricity',
    figures: { budget: '40', soFar: '41.20', currency: 'EUR', start: '2026-11-01', end: '2026-12-01' },
  });

export const prepaidEnds = (i: number, soFar: string): HouseholdNotice =>
  notice(i, 'prepaid-ends', {
    meter_id: null,
    utility: 'electricity',
    figures: { soFar, currency: 'EUR', start: '2026-11-01', end: '2026-11-23' },
  });

type Dismissal = Pick<HouseholdNotice, 'dismissed_at' | 'dismissed_as'>;

export interface FarSide {
  notices: HouseholdNotice[];
  meters: LatestMeter[];
  origin: 'measured' | 'simulated' | 'none';
  role: 'owner' | 'viewer';
  /** When readings came that wait for a decision. */
  withheld: string[];
  /** Whether the policies leave this person a row to change. */
  mayChange: boolean;
  /** What was asked to be changed. */
  changes: Dismissal[];
  /** What a slow service does not answer before. */
  untilTakenBack: Promise<void>;
  seenUntil: string | null;
  /** Whether how far one has seen can be kept. */
  keepsSeen: boolean;
}

/** Answers as this home; what the case is about is given, and may change meanwhile. */
export function answerAs(given: Partial<FarSide> = {}): FarSide {
  const far: FarSide = {
    notices: [],
    meters: names.map((_, i) => meter(i)),
    origin: 'measured',
    role: 'owner',
    withheld: [],
    mayChange: true,
    changes: [],
    untilTakenBack: Promise.resolve(),
    seenUntil: null,
    keepsSeen: true,
    ...given,
  };
  const region = { time_zone: 'Asia/Kolkata', units: 'metric', country: 'IN', currency: 'INR' };
  server.use(
    http.get('*/rest/v1/household_members', () =>
      HttpResponse.json([{ role: far.role, switch_rooms: null, households: { id: home, ...region } }]),
    ),
    http.get('*/rest/v1/connected_devices', () => HttpResponse.json(devices as unknown as ConnectedDevice[])),
    http.get('*/api/v1/usage/latest', () =>
      HttpResponse.json({
        household: home,
        timeZone: 'Asia/Kolkata',
        origin: far.origin,
        at,
        meters: far.meters,
      }),
    ),
    http.get('*/api/v1/usage/stream', () =>
      HttpResponse.json({ code: 'forbidden', detail: '', requestId: '' }, { status: 403 }),
    ),
    http.get(`*/api/v1/household/${home}/members`, () =>
      HttpResponse.json({ members: [aMember(asha.id, 'Asha', 'owner'), aMember(ben, 'Ben')] }),
    ),
    http.get('*/rest/v1/notices', ({ request }) => {
      const kinds = new URL(request.url).searchParams.get('kind');
      return HttpResponse.json(far.notices.filter(({ kind }) => kinds === null || kinds.includes(kind)));
    }),
    http.patch('*/rest/v1/notices', async ({ request }) => {
      const change = (await request.json()) as Dismissal;
      far.changes.push(change);
      if (change.dismissed_at === null) await far.untilTakenBack;
      const id = new URL(request.url).searchParams.get('id')?.replace('eq.', '');
      const by = change.dismissed_at === null ? null : asha.id;
      if (far.mayChange)
        far.notices = far.notices.map((one) => (one.id === id ? { ...one, ...change, dismissed_by: by } : one));
      return HttpResponse.json(far.mayChange ? [{ id }] : []);
    }),
    http.get('*/rest/v1/quarantined_readings', () =>
      HttpResponse.json(far.withheld.map((received) => ({ received_at: received }))),
    ),
    http.get('*/rest/v1/notices_seen', () =>
      HttpResponse.json(far.seenUntil === null ? [] : [{ seen_until: far.seenUntil }]),
    ),
    http.patch('*/rest/v1/notices_seen', async ({ request }) => {
      if (!far.keepsSeen) return HttpResponse.json({ message: 'full' }, { status: 507 });
      if (far.seenUntil === null) return HttpResponse.json([]);
      far.seenUntil = ((await request.json()) as { seen_until: string }).seen_until;
      return HttpResponse.json([{ household_id: home }]);
    }),
    http.post('*/rest/v1/notices_seen', async ({ request }) => {
      far.seenUntil = ((await request.json()) as { seen_until: string }).seen_until;
      return new HttpResponse(null, { status: 201 });
    }),
  );
  return far;
}

/** A part of the page of somebody signed in, with what it announces. */
export async function showPart(part: ReactNode, language: 'en' | 'hi' = 'en') {
  storeSession(asha);
  await startSession();
  return renderPart(
    <QueryClientProvider client={createQueryClient()}>
      {part}
      <Notices label="News" closeLabel="Close news" />
    </QueryClientProvider>,
    language,
  );
}
