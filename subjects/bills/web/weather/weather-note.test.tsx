import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { noticeStore } from '#shell/ui/notices/notice.ts';
import { changeOf, held, openBill, someKept } from './testing-weather.tsx';

beforeEach(() => queryClient.clear());

const notices = () => noticeStore.read().map(({ title }) => title);
const plain = (text: string | null | undefined) => text?.replaceAll(/[\u00a0\u2009]/g, ' ') ?? '';
const give = 'Add outdoor temperatures to see the weather’s part';
const dialog = () => within(screen.getByRole('dialog', { name: 'Outdoor temperatures' }));
const file = new File(['date,temp_c\n2026-10-01,4\n'], 'weather.csv', { type: 'text/csv' });

describe('C2.16 the weather’s part, in words', () => {
  test.each([
    ['colder', { before: 12.3, now: 8.1 }, 31_000, 'metric', 'It was 4.2 °C colder: 31.0 kWh more.'],
    ['warmer', { before: 12.3, now: 15 }, -31_000, 'metric', 'It was 2.7 °C warmer: 31.0 kWh less.'],
    ['as warm', { before: 12.3, now: 12.3 }, 500, 'metric', 'with other extremes: 0.50 kWh more.'],
    ['in °F', { before: 20, now: 15 }, 31_000, 'us', 'It was 9.0 °F colder: 31.0 kWh more.'],
  ] as const)('%s', async (_what, degrees, used, units, text) => {
    const part = { kind: 'weather' as const, used, degrees, amount: '12.22' };
    const { region } = await openBill({ changes: changeOf('told', [part]), units });
    expect(plain(region.getByRole('listitem').textContent)).toContain(text);
    expect(region.getByText(/Devices do not count it again/)).toBeVisible();
  });
});

describe('what can be said of it', () => {
  test('without temperatures: one line, that leads to where they are given', async () => {
    const { user, region } = await openBill({ changes: changeOf('missing') });
    await user.click(await region.findByRole('button', { name: give }));
    expect(await dialog().findByText('No outdoor temperatures yet.')).toBeVisible();
    expect(dialog().queryByRole('button', { name: 'Delete all' })).not.toBeInTheDocument();
  });

  test('nobody who may not give them is asked for them', async () => {
    const { region } = await openBill({ changes: changeOf('missing'), role: 'viewer' });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(region.queryByRole('button', { name: give })).not.toBeInTheDocument();
  });

  test.each([
    ['partial', /Too few days of these two bills/],
    ['unclear', /did not follow the outdoor temperature clearly enough/],
  ] as const)('%s is said so', async (weather, text) => {
    const { region } = await openBill({ changes: changeOf(weather), kept: someKept });
    expect(region.getByText(text)).toBeVisible();
    expect(region.getByRole('button', { name: 'Outdoor temperatures' })).toBeVisible();
  });

  test('a viewer sees what is kept, and is offered nothing that would be refused', async () => {
    const { user, region } = await openBill({ changes: changeOf('partial'), role: 'viewer', kept: someKept });
    await user.click(region.getByRole('button', { name: 'Outdoor temperatures' }));
    expect(await dialog().findByText('60')).toBeVisible();
    expect(dialog().getByText('Longest gaps: 1–10 Sept 2026 and 2 Oct 2026.')).toBeVisible();
    expect(dialog().queryByRole('button', { name: 'Delete all' })).not.toBeInTheDocument();
    expect(dialog().queryByLabelText(/Choose a file/)).not.toBeInTheDocument();
  });
});

describe('files', () => {
  const open = async (given: Partial<Parameters<typeof openBill>[0]> = {}) => {
    const opened = await openBill({ changes: changeOf('missing'), ...given });
    await opened.user.click(await opened.region.findByRole('button', { name: give }));
    await dialog().findByText('No outdoor temperatures yet.');
    return { ...opened, choose: () => opened.user.upload(dialog().getByLabelText(/Choose a file/), file) };
  };
  const press = (name: string) => dialog().getByRole('button', { name });

  test('are looked at before they are taken in', async () => {
    const answer = (query: URLSearchParams) => ({ ...held, changed: query.get('preview') === 'true' ? null : 60 });
    const { user, asked, choose } = await open({ answer });
    await user.click(press('See what is in it'));
    expect(dialog().getByText('Choose a file first.')).toBeVisible();
    await choose();
    await user.click(press('See what is in it'));
    const preview = within(await dialog().findByRole('region', { name: 'What is in the file' }));
    expect(preview.getAllByRole('definition').map(({ textContent }) => plain(textContent))).toEqual([
      '1 Sept – 31 Oct 2026',
      '60',
      '1',
      '-1.2 °C',
      '25.1 °C',
      'temperature_2m_mean (°C)',
    ]);
    expect(preview.getByText('1 day has too few hours and is left out.')).toBeVisible();
    expect(asked.map(({ query }) => query['preview'])).toEqual(['true']);
    await user.click(press('Add these days'));
    await waitFor(() => expect(notices()).toContain('60 new days added'));
    expect(asked.map(({ query }) => query['preview'])).toEqual(['true', 'false']);
    expect(screen.queryByRole('dialog', { name: 'Outdoor temperatures' })).not.toBeInTheDocument();
  });

  test('that do not say their degrees ask for them, the household’s own first', async () => {
    const answer = (query: URLSearchParams) =>
      query.get('unit') === null
        ? { ok: false as const, fault: { code: 'unit-missing' as const, value: '' } }
        : { ...held, isUnitTold: false };
    const { user, asked, choose } = await open({ units: 'us', answer });
    await choose();
    await user.click(press('See what is in it'));
    expect(await dialog().findByText(/does not say which degrees it uses/)).toBeVisible();
    expect(dialog().getByRole('radio', { name: '°F' })).toBeChecked();
    await user.click(dialog().getByRole('radio', { name: 'Tenths of °C' }));
    await user.click(press('See what is in it'));
    expect(await dialog().findByText('29.8 °F', { normalizer: plain })).toBeVisible();
    expect(asked.at(-1)?.query).toMatchObject({ unit: 'tenths', preview: 'true' });
  });

  test('C8.4 that cannot be read say where and why', async () => {
    const answer = () => ({
      ok: false as const,
      fault: { code: 'temperature-wrong' as const, line: 7, value: 'mild' },
    });
    const { user, choose } = await open({ answer });
    await choose();
    await user.click(press('See what is in it'));
    expect(await dialog().findByText('Line 7: “mild” cannot be read as a temperature.')).toBeVisible();
    expect(press('See what is in it')).toBeEnabled();
  });

  test('that are too large are not sent', async () => {
    const { user, asked } = await open();
    const large = new File([new Uint8Array(10_000_001)], 'large.csv');
    await user.upload(dialog().getByLabelText(/Choose a file/), large);
    expect(dialog().getByRole('alert')).toHaveTextContent(/This file is .*; the limit is/);
    expect(asked).toEqual([]);
  });
});

test('all of it is deleted after a question, and only this household’s', async () => {
  const { user, region, asked } = await openBill({ changes: changeOf('partial'), kept: someKept });
  await user.click(region.getByRole('button', { name: 'Outdoor temperatures' }));
  await user.click(await dialog().findByRole('button', { name: 'Delete all' }));
  const question = within(screen.getByRole('dialog', { name: 'Delete all outdoor temperatures?' }));
  expect(question.getByText(/60 days are deleted/)).toBeVisible();
  expect(asked).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(notices()).toContain('Outdoor temperatures deleted'));
  expect(asked).toEqual([{ method: 'DELETE', query: { household_id: expect.stringMatching(/^eq\./) } }]);
  expect(await dialog().findByText('No outdoor temperatures yet.')).toBeVisible();
});
