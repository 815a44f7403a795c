import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderApp } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import type { Language } from '#catalogue/index.ts';
import type { WallAnswer } from '../../contract/wall.ts';

const token = 'wsw_0123456789abcdefghijklmnopqrstuv';
/** A quarter past two in Madrid. */
const heard = '2026-11-22T13:15:00Z';

const answer: WallAnswer = {
  at: heard,
  origin: 'measured',
  home: {
    name: 'Sea flat',
    kind: 'home',
    language: 'en',
    currency: 'EUR',
    units: 'metric',
    country: 'ES',
    timeZone: 'Europe/Madrid',
  },
  bill: {
    start: '2026-11-01',
    end: '2026-12-01',
    daysGone: 21,
    daysLeft: 9,
    currency: 'EUR',
    total: '68.16',
    isPartly: false,
    likely: { low: '91.80', expected: '94.10', high: '96.60' },
    likelyMissing: null,
    budget: '120',
    last: { start: '2026-10-01', end: '2026-11-01', total: '101.20' },
  },
  utilities: [
    { utility: 'electricity', state: 'now', rate: 1240, within: 12, lastAt: heard, today: 7210, usualDay: 8000 },
    { utility: 'water', state: 'now', rate: 0, within: 0, lastAt: heard, today: 215_000, usualDay: null },
  ],
  notices: [],
};

let answered: WallAnswer | 'gone' | 'away';
let asked: (string | null)[];
beforeEach(() => {
  answered = answer;
  asked = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  server.use(
    http.get('*/api/v1/wall', ({ request }) => {
      asked.push(request.headers.get('authorization'));
      if (answered === 'away') return HttpResponse.error();
      if (answered !== 'gone') return HttpResponse.json(answered);
      return HttpResponse.json({ code: 'token-invalid', detail: '', requestId: '' }, { status: 401 });
    }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const open = (query = '', language: Language = 'en') => renderApp(`/wall${query}#${token}`, language);
const row = (utility: string) => document.querySelector(`[data-wall-utility="${utility}"]`);
/** Time passes, and with it the next question. */
const wait = async (minutes: number) => {
  for (let minute = 0; minute < minutes; minute += 1) {
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(minute));
  }
};
const startClock = () => vi.useFakeTimers({ now: Date.parse(heard), shouldAdvanceTime: true });

test('this bill, now, today and that all is well, in large type, with nothing of the app around it', async () => {
  startClock();
  await open();
  expect(await screen.findByText('€68.16')).toBeVisible();
  expect(screen.getByText('Heading for €94 (€92 to €97)')).toBeVisible();
  expect(screen.getByText('Budget €120.00')).toBeVisible();
  expect(screen.getByText('Previous bill €101.20')).toBeVisible();
  expect(screen.getByText(/1.*30 Nov.*9 days left/)).toBeVisible();
  expect(row('electricity')).toHaveTextContent(/Electricity1.24kW7.21kWhusually 8.00/);
  expect(row('water')).toHaveTextContent(/WaterNo water running215L/);
  expect(screen.getByText('All well')).toBeVisible();
  expect(screen.getByText('As of 14:15')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Sea flat');
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});

test('C9.9 the token goes as a header and nowhere else, and stands for whoever is signed in', async () => {
  storeSession();
  const requests: string[] = [];
  server.events.on('request:start', ({ request }) => requests.push(request.url));
  await open();
  await screen.findByText('€68.16');
  expect(asked[0]).toBe(`Bearer ${token}`);
  expect(requests.join(' ')).not.toContain(token);
  expect(JSON.stringify(localStorage)).not.toContain(token);
  server.events.removeAllListeners();
});

test('what needs a look stands below, the most urgent first; the rest is counted', async () => {
  const notice = { since: '2026-11-21T03:45:00Z', utility: null, room: 'bathroom' };
  answered = {
    ...answer,
    notices: [
      { ...notice, kind: 'silent-meter', device: 'Boiler', figures: { usualS: 600 } },
      { ...notice, kind: 'running-water', device: null, figures: { floorMlPerHour: 12_000, leakMl: 491_000 } },
      {
        ...notice,
        kind: 'budget-course',
        utility: 'electricity',
        device: null,
        figures: { budget: '60', likely: '64' },
      },
    ],
  };
  await open();
  await screen.findByText('and one more notice');
  const kinds = [...document.querySelectorAll('[data-wall-notice]')].map((one) => one.getAttribute('data-wall-notice'));
  expect(kinds).toEqual(['running-water', 'silent-meter']);
});

test('without prices there is no amount and no zero; without a meter it says so', async () => {
  answered = {
    ...answer,
    bill: { ...answer.bill, total: null, likely: null, budget: null, last: null },
    utilities: [],
  };
  await open();
  expect(await screen.findByText('No prices yet')).toBeVisible();
  expect(screen.getByText('No meter yet. Add one on the Devices page.')).toBeVisible();
  expect(document.body).not.toHaveTextContent('0.00');
  expect(screen.queryByText('All well')).not.toBeInTheDocument();
});

test('it asks each minute; without a network the last figures stay, and it says of when they are', async () => {
  startClock();
  await open();
  await screen.findByText('€68.16');
  answered = { ...answer, at: '2026-11-22T13:16:00Z', bill: { ...answer.bill, total: '68.20' } };
  await wait(1);
  expect(await screen.findByText('€68.20')).toBeVisible();
  answered = 'away';
  await wait(4);
  expect(await screen.findByText('No connection. As of 14:16')).toBeVisible();
  expect(screen.getByText('€68.20')).toBeVisible();
  expect(screen.getByRole('columnheader', { name: 'At 14:16' })).toBeVisible();
  answered = { ...answer, at: '2026-11-22T13:25:00Z' };
  await wait(1);
  expect(await screen.findByText('As of 14:25')).toBeVisible();
});

test('opened without a network it shows what it had; of another view it shows nothing', async () => {
  const first = await open();
  await screen.findByText('€68.16');
  first.unmount();
  answered = 'away';
  const second = await open();
  expect(await screen.findByText('€68.16')).toBeVisible();
  second.unmount();
  await renderApp('/wall#wsw_another');
  expect(await screen.findByText('No connection yet')).toBeVisible();
  expect(screen.queryByText('€68.16')).toBeNull();
});

test('once ended it says so plainly, asks no more, and keeps nothing', async () => {
  startClock();
  await open();
  await screen.findByText('€68.16');
  answered = 'gone';
  await wait(1);
  expect(await screen.findByText('This display has been removed')).toBeVisible();
  expect(screen.queryByText('€68.16')).toBeNull();
  expect(localStorage.getItem('wattershed-wall-1')).toBeNull();
  const before = asked.length;
  await act(() => vi.advanceTimersByTimeAsync(600_000));
  expect(asked).toHaveLength(before);
});

test('on an e-ink panel nothing changes but with a figure, for ten minutes at most', async () => {
  startClock();
  await open('?screen=paper');
  await screen.findByText('As of 14:15');
  const drawn = document.querySelector('#wall')?.innerHTML;
  answered = { ...answer, at: '2026-11-22T13:16:00Z' };
  await wait(2);
  await waitFor(() => expect(asked.length).toBeGreaterThan(2));
  expect(document.querySelector('#wall')?.innerHTML).toBe(drawn);
  answered = { ...answer, at: '2026-11-22T13:19:00Z', bill: { ...answer.bill, total: '68.20' } };
  await wait(1);
  expect(await screen.findByText('As of 14:19')).toBeVisible();
});

test('without a link it says where one is made', async () => {
  await renderApp('/wall');
  expect(await screen.findByText('This screen needs a link')).toBeVisible();
  expect(asked).toEqual([]);
});

test('C4.5 where neither its address nor this browser says a language, it is that of whoever made the view', async () => {
  answered = { ...answer, home: { ...answer.home, language: 'es' } };
  await open();
  expect(await screen.findByText('Todo bien')).toBeVisible();
});

test.each([
  ['es', 'Va camino de 94 € (de 92 € a 97 €)', 'Todo bien'],
  ['hi', '€94 तक पहुँचेगा (€92 से €97)', 'सब ठीक है'],
] as const)('C9.1 in %s, as its address says', async (language, heading, well) => {
  await open(`?language=${language}`, language);
  expect(await screen.findByText((text) => text.replaceAll('\u00a0', ' ') === heading)).toBeVisible();
  expect(screen.getByText(well)).toBeVisible();
});
