import { screen, waitFor, within } from '@testing-library/react';
import type { PricesAnswer } from '../../contract/prices.ts';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { noticeStore } from '#shell/ui/notices/notice.ts';
import { MissingNotes } from '../so-far/no-cost-card.tsx';
import {
  answerFiles,
  answerMarket,
  dialog,
  marketTariff,
  openCard,
  openPart,
  spot,
  tempo,
} from '../tariffs/testing-tariffs.tsx';
import { householdId, soFar, tariff } from '../testing.ts';

beforeEach(() => queryClient.clear());

const csv = 'time,price\n2026-11-11T00:00Z,0.1\n';
const file = (text = csv, name = 'spot.csv') => new File([text], name, { type: 'text/csv' });
const held: Extract<PricesAnswer, { ok: true }> = {
  ok: true,
  kind: 'prices',
  series: [
    {
      series: 'spot',
      from: '2026-11-11T00:00:00.000Z',
      to: '2026-11-14T00:00:00.000Z',
      count: 70,
      missing: 2,
      lowest: '-0.02',
      highest: '0.31',
      tax: 'excluded',
    },
  ],
  changed: null,
};
const titles = () => noticeStore.read().map(({ title }) => title);
const market = async () => within(await screen.findByRole('region', { name: 'Market prices and day colours' }));
const choose = () => dialog().getByLabelText('Choose a file, or drop it here');
const waiting = {
  ...soFar,
  waiting: [
    {
      start: '2026-10-01',
      end: '2026-11-01',
      faults: [
        {
          utility: 'electricity',
          code: 'price-missing',
          charge: 'energy',
          of: 'spot',
          from: '2026-10-30',
          to: '2026-11-01',
          used: 9,
        } as const,
      ],
    },
  ],
};

test('the series that tariffs ask for and those that were brought are listed, with the days that wait', async () => {
  answerMarket({ series: [spot, { ...spot, isOwn: false }, { ...spot, series: 'other', isOwn: false }, tempo] });
  await openCard({ tariffs: [marketTariff], soFar: waiting });
  const rows = (await market()).getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringMatching(/^spot prices · 1 ?– ?10 Nov 2026 · without tax · imported by you2 days are missing$/),
    expect.stringMatching(/^spot prices · .* · from the operator2 days are missing$/),
    expect.stringMatching(/^tempo day colours · 1 ?– ?16 Nov 2026 · imported by you$/),
  ]);
  expect(document.querySelector('#market-prices')).toBeVisible();
});

test('what waits for prices leads to them', async () => {
  const notes = ['The bill of October 2026 waits for prices of “spot”: 2 days are missing.', 'The spot is dry.'];
  await openPart(<MissingNotes label="missing" notes={notes} />, { soFar: waiting, tariffs: [marketTariff] });
  const link = await screen.findByRole('link', { name: 'See market prices' });
  expect(link).toHaveAttribute('href', '/billing/prices#market-prices');
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

test('nothing is said of markets where no tariff follows one', async () => {
  answerMarket();
  await openCard({ tariffs: [tariff('2026-01-01')] });
  expect(document.querySelector('#market-prices')).toBeNull();
});

test('a file is looked at first, and taken in then', async () => {
  answerMarket();
  const sent = answerFiles(({ query }) => ({ ...held, changed: query['preview'] === 'true' ? null : 68 }));
  const { user } = await openCard({ tariffs: [marketTariff] });
  expect((await market()).getByText('nothing yet')).toBeVisible();
  await user.click((await market()).getByRole('button', { name: 'Import a file' }));
  await user.click(dialog().getByRole('button', { name: 'See what is in it' }));
  expect(dialog().getByText('Choose a file first.')).toBeVisible();
  await user.upload(choose(), file());
  await user.click(await dialog().findByLabelText('MWh'));
  expect(dialog().getByLabelText('Name of the series')).toHaveValue('spot');
  await user.click(dialog().getByRole('button', { name: 'See what is in it' }));
  const preview = within(await dialog().findByRole('region', { name: 'What is in the file' }));
  expect(preview.getByRole('heading')).toHaveTextContent('Market prices: spot');
  expect(preview.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^11 ?– ?13 Nov 2026$/),
    '70',
    '2',
    '-0.02 to 0.31',
    'without tax',
  ]);
  await user.click(dialog().getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(titles()).toContain('68 new values imported'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  const query = { household: householdId, series: 'spot', per: 'MWh' };
  expect(sent.map((one) => one.query)).toEqual([
    { ...query, preview: 'true' },
    { ...query, preview: 'false' },
  ]);
});

test('where a file does not say whether its prices hold tax, that is asked before it is taken in', async () => {
  answerMarket({ series: [{ ...spot, tax: null }] });
  const sent = answerFiles(({ query }) => ({
    ...held,
    series: held.series.map((one) => ({ ...one, tax: null })),
    changed: query['preview'] === 'true' ? null : 68,
  }));
  const { user } = await openCard({ tariffs: [marketTariff] });
  expect((await market()).getByText(/^These prices do not say whether they include tax/)).toBeVisible();
  await user.click((await market()).getByRole('button', { name: 'Import a file' }));
  await user.upload(choose(), file());
  await user.click(dialog().getByRole('button', { name: 'See what is in it' }));
  expect(await dialog().findByText('not stated')).toBeVisible();
  await user.click(dialog().getByRole('button', { name: 'Import' }));
  expect(dialog().getByText('Choose whether these prices include tax: the file does not say.')).toBeVisible();
  expect(sent).toHaveLength(1);
  await user.selectOptions(dialog().getByLabelText('Tax in these prices'), 'With tax');
  await user.click(dialog().getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(titles()).toContain('68 new values imported'));
  expect(sent.map((one) => one.query['tax'])).toEqual([undefined, 'included']);
});

test('what is wrong is said with its line, and another file is a new look', async () => {
  answerMarket();
  const fault = { code: 'price-wrong', line: 3, value: 'abc' } as const;
  const sent = answerFiles(({ query }) =>
    query['series'] === undefined
      ? { ok: false, fault: { code: 'series-missing', value: '' } }
      : sent.length > 2
        ? held
        : { ok: false, fault },
  );
  const { user } = await openCard({ tariffs: [marketTariff] });
  await user.click((await market()).getByRole('button', { name: 'Import a file' }));
  await user.upload(choose(), file());
  await user.selectOptions(dialog().getByLabelText('Name of the series'), 'Another name');
  await user.click(dialog().getByRole('button', { name: 'See what is in it' }));
  expect(await dialog().findByText('This file does not say what it is: name its series.')).toBeVisible();
  await user.type(dialog().getByLabelText('Its name'), 'mine');
  await user.click(dialog().getByRole('button', { name: 'See what is in it' }));
  expect(await dialog().findByText('Line 3: “abc” cannot be read as a price or a colour.')).toBeVisible();
  await user.upload(choose(), file('{"results":[]}', 'octopus.json'));
  await waitFor(() => expect(dialog().queryByText(/cannot be read/)).not.toBeInTheDocument());
  expect(dialog().queryByLabelText('MWh')).not.toBeInTheDocument();
  await user.click(dialog().getByRole('button', { name: 'See what is in it' }));
  expect(await dialog().findByText('Market prices: spot')).toBeVisible();
});

test('a file that is too large is not opened', async () => {
  answerMarket();
  const { user } = await openCard({ tariffs: [marketTariff] });
  await user.click((await market()).getByRole('button', { name: 'Import a file' }));
  const large = file();
  Object.defineProperty(large, 'size', { value: 26_000_000 });
  await user.upload(choose(), large);
  expect(await dialog().findByText(/This file is 26.MB; the limit is 25.MB./)).toBeVisible();
});

test('what was brought is deleted after a question: prices or colours of that name', async () => {
  const asked = answerMarket({ series: [spot, tempo] });
  const { user } = await openCard({ tariffs: [marketTariff] });
  for (const name of ['spot', 'tempo']) {
    await user.click((await market()).getByRole('button', { name: `Delete “${name}”` }));
    await user.click(dialog().getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(titles()).toContain(`“${name}” deleted`));
  }
  const of = { household_id: `eq.${householdId}` };
  expect(asked).toMatchObject([
    { method: 'DELETE', query: { ...of, series: 'eq.spot' } },
    { method: 'DELETE', query: { ...of, series: 'eq.tempo' } },
  ]);
});

test('C6.3 a viewer sees the series and is offered nothing that would be refused', async () => {
  answerMarket({ series: [spot] });
  await openCard({ tariffs: [marketTariff], role: 'viewer' });
  expect((await market()).getByText('spot')).toBeVisible();
  expect((await market()).queryByRole('button')).not.toBeInTheDocument();
});
