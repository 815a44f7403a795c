import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { server } from '#apps/web/testing/server.ts';
import type { ComparedHome, ComparedUtility } from '../../contract/compare.ts';
import { answerAs, showPart } from '../testing.tsx';
import { ComparePage } from './compare-page.tsx';

beforeEach(() => history.replaceState(null, '', '/compare'));

type Span = ComparedUtility['year'];
const home = '5b1e6f0a-0000-4000-8000-0000000000aa';
const span = (start: string, perDay: number | null, rest: Partial<Span> = {}): Span => ({
  start,
  end: start,
  state: perDay === null ? 'missing' : 'measured',
  days: 31,
  daysKnown: perDay === null ? 4 : 31,
  perDay,
  ...rest,
});
const latest = span('2026-10-01', 8000);
const electricity: ComparedUtility = {
  utility: 'electricity',
  months: [span('2025-10-01', 10_000), span('2026-04-01', 7000), latest],
  latest,
  yearBefore: span('2025-10-01', 10_000, { state: 'estimated', daysKnown: 26 }),
  best: span('2026-04-01', 7000),
  year: span('2025-11-20', 9000, { days: 365, daysKnown: 365 }),
  published: {
    perDay: 2_000_000 / 365.25,
    value: null,
    unit: 'kWh/year',
    per: 'people',
    is: 'mean',
    scope: 'no-heat',
    source: { title: 'co2online, Stromspiegel', year: 2023, url: 'https://www.stromspiegel.de/' },
  },
  missing: null,
};
const compared: ComparedHome = {
  household: home,
  today: '2026-11-20',
  origin: 'measured',
  country: 'DE',
  residents: 2,
  dwelling: 'flat',
  utilities: [electricity],
};

async function show(
  given: Partial<ComparedHome> = {},
  role: 'owner' | 'viewer' = 'owner',
  language: 'en' | 'hi' = 'en',
) {
  answerAs({ role });
  const far = { ...compared, ...given };
  const written: unknown[] = [];
  server.use(
    http.get('*/api/v1/comparison', () => HttpResponse.json(far)),
    http.patch('*/rest/v1/households', async ({ request }) => {
      const row = (await request.json()) as Pick<ComparedHome, 'residents' | 'dwelling'>;
      written.push(row);
      Object.assign(far, row);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { written, ...(await showPart(<ComparePage />, language)) };
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('the latest month stands beside the year before and the best one, each with its state', async () => {
  await show();
  const card = await region('Electricity');
  expect(card.getByText('October 2026: 8.00 kWh a day. Against October 2025: 20% less.')).toBeVisible();
  expect(card.getByText('now 20% less · estimated: 26 of 31 days known')).toBeVisible();
  expect(card.getByText('Best of 3 months: April 2026')).toBeVisible();
  expect(card.getByText('now 14% more · measured')).toBeVisible();
  expect(card.getByText('4.00 kWh a day')).toBeVisible();
});

test('a year of it stands beside the published figure, with what that holds and its source', async () => {
  await show();
  const published = await region('Electricity: Beside published figures');
  expect(published.getByText('3,287 kWh a year')).toBeVisible();
  expect(published.getByText('2,000 kWh a year')).toBeVisible();
  expect(published.getByText('yours: 64% more')).toBeVisible();
  expect(published.getByText(/^Without heating and hot water by electricity/)).toBeVisible();
  const source = published.getByRole('link', { name: 'Source: co2online, Stromspiegel, 2023' });
  expect(source).toHaveAttribute('href', 'https://www.stromspiegel.de/');
});

test('how many live here is asked of the owner where it is shown, once', async () => {
  const unsaid = { ...electricity, published: null, missing: 'residents' } as const;
  const { user, written } = await show({ residents: null, dwelling: null, utilities: [unsaid] });
  expect(
    (await region('Electricity: Beside published figures')).getByText(/say above how many live here/),
  ).toBeVisible();
  const form = await region('How many people live here?');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Choose how many.')).toBeVisible();
  await user.selectOptions(form.getByLabelText('People'), '3');
  await user.selectOptions(form.getByLabelText('Home'), 'flat');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('3 people · in a flat')).toBeVisible();
  expect(written).toEqual([{ residents: 3, dwelling: 'flat' }]);
});

test('who is not the owner is told who can say it; no figure is guessed', async () => {
  const unknown = { ...electricity, published: null, missing: 'unpublished' } as const;
  await show({ residents: null, utilities: [unknown] }, 'viewer');
  expect(await screen.findByText(/the owner of the home can/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  expect(screen.getByText(/none is guessed/)).toBeVisible();
});

test('what was not measured is said, not shown as nothing; in Hindi too', async () => {
  const none = { ...electricity, latest: null, yearBefore: null, best: null, months: [] };
  const year = span('2025-11-20', null, { days: 365, daysKnown: 12 });
  await show({ utilities: [{ ...none, year }] }, 'owner', 'hi');
  expect(await screen.findByText('अभी कोई पूरा महीना नहीं')).toBeVisible();
  expect(screen.getByText('अधूरा: 365 में से 12 दिन मालूम')).toBeVisible();
});
