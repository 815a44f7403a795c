import type { Language } from '#catalogue/index.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import type { HouseholdPerson, Invited, OpenInvitation } from '../contract/household.ts';
import { http, HttpResponse } from 'msw';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { asha, storeSession, type TestUser } from '#apps/web/testing/auth-answers.ts';
import { aHousehold, answerMemberships, membership } from '#apps/web/testing/households.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { Notices } from '#shell/ui/notices/notices.tsx';
import { HouseholdPage } from './household-page.tsx';

export const pune = aHousehold('a', 'Pune home');
export const flat = aHousehold('b', 'Sea flat');

export const ashaHere: HouseholdPerson = {
  userId: asha.id,
  name: 'Asha',
  email: asha.email,
  role: 'owner',
  switchRooms: null,
  joinedAt: '2026-11-01T00:00:00Z',
  tokens: [],
};
export const ben: HouseholdPerson = {
  userId: 'b0000000-0000-4000-8000-000000000001',
  name: 'Ben',
  email: 'ben@example.org',
  role: 'member',
  switchRooms: null,
  joinedAt: '2026-11-10T00:00:00Z',
  tokens: [],
};
const invited: Invited = {
  id: '1c000000-0000-4000-8000-000000000001',
  token: 'token-of-invitation',
  link: 'https://home.example/join#token-of-invitation',
  expiresAt: '2026-11-29T10:00:00Z',
  mailed: false,
};

interface Stage {
  user?: TestUser;
  people?: HouseholdPerson[];
  invitations?: OpenInvitation[];
  memberships?: ReturnType<typeof membership>[];
  language?: Language;
  /** What the list of people answers at first. */
  peopleFail?: boolean;
}

interface Asked {
  method: string;
  path: string;
  body: unknown;
}

/** What the service would answer about a household's people; what is asked of it is noted. */
export async function openHousehold({
  user = asha,
  people = [ashaHere, ben],
  invitations = [],
  memberships = [membership(pune)],
  language = 'en',
  peopleFail = false,
}: Stage = {}) {
  const asked: Asked[] = [];
  const mended = { now: false };
  const take = async ({ request }: { request: Request }) => {
    const text = await request.text();
    const { pathname, search } = new URL(request.url);
    asked.push({ method: request.method, path: pathname + search, body: text === '' ? undefined : JSON.parse(text) });
    if (pathname.endsWith('/invitations')) return HttpResponse.json(invited, { status: 201 });
    if (request.method === 'POST') return HttpResponse.json({ id: flat.id }, { status: 201 });
    return new HttpResponse(null, { status: 204 });
  };
  answerMemberships(memberships);
  server.use(
    http.get('*/rest/v1/connected_devices', () => HttpResponse.json([{ room: 'kitchen' }, { room: 'hall' }])),
    http.get('*/api/v1/household/:id/members', () =>
      peopleFail && !mended.now
        ? HttpResponse.json({ code: 'forbidden', detail: 'raw', requestId: '' }, { status: 403 })
        : HttpResponse.json({ members: people }),
    ),
    http.get('*/api/v1/household/:id/invitations', () => HttpResponse.json({ invitations })),
    http.all('*/api/v1/household', take),
    http.all('*/api/v1/household/*', take),
  );
  queryClient.clear();
  storeSession(user);
  await startSession();
  const opened = await renderPart(
    <QueryClientProvider client={queryClient}>
      <HouseholdPage />
      <Notices label="News" closeLabel="Close news" />
    </QueryClientProvider>,
    language,
  );
  return { ...opened, asked, mended };
}
