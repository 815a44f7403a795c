import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { noticeStore } from '#shell/ui/notices/notice.ts';
import { server } from '#apps/web/testing/server.ts';
import { planOfPrices } from './prices/simple-plan.ts';
import { householdId, tariff } from '../testing.ts';
import { answerCheck, dialog, openPrices, periods, record, saved, sound } from './testing-tariffs.tsx';

vi.mock('#shell/ui/chart/echarts.ts', () => ({
  init: () => ({ isDisposed: () => true, dispose: () => undefined, dispatchAction: () => undefined }),
}));
beforeEach(() => {
  queryClient.clear();
  answerCheck(() => sound);
});

describe('the card of prices', () => {
  test('stands by utility and date, each in one line', async () => {
    const next = planOfPrices({ rate: '0.2', standing: '0', tax: '0' }, 'electricity', 'EUR');
    const { card, user } = await openPrices({
      tariffs: [tariff('2027-01-01', { plan: next }), periods, tariff('2026-01-01')],
    });
    const rows = card.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'My pricesfrom 1 Jan 2027Upcoming€0.20 per kWh',
      'Three periodssince 1 Feb 2026In forceExampleby time of day · €0.81 a month · contracted power · 21% tax',
    ]);
    await user.click(card.getByRole('button', { name: 'Show 1 earlier' }));
    expect(card.getByText('€0.15 per kWh · €6.00 a month · 9.2% tax')).toBeVisible();
    expect(card.getByText('Earlier')).toBeVisible();
    expect(card.getByText('No tariff for water yet.')).toBeVisible();
    expect(card.getByRole('link', { name: 'profile' })).toHaveAttribute('href', '/profile');
  });

  test('a utility without a tariff leads to its own fields', async () => {
    const { card, user } = await openPrices({ tariffs: [tariff('2026-01-01')] });
    await user.click(card.getByRole('button', { name: 'Enter prices for water' }));
    expect(dialog().getByLabelText('Price per m³')).toBeVisible();
    expect(dialog().queryByLabelText('Price per kWh')).not.toBeInTheDocument();
  });

  test('C6.3 a viewer sees it and is offered nothing that would be refused', async () => {
    const { card } = await openPrices({ role: 'viewer', tariffs: [periods] });
    expect(card.getByText('Three periods')).toBeVisible();
    expect(card.queryByRole('button', { name: /Add|Actions|Enter/ })).not.toBeInTheDocument();
    expect(card.getByLabelText('A bill begins on day')).toBeDisabled();
  });

  test('water is priced by a thousand gallons where units are American', async () => {
    const { card } = await openPrices({ units: 'us' });
    expect(card.getByText('€7.5708 per 1,000 gal')).toBeVisible();
  });

  test('a tariff is deleted after a question', async () => {
    const gone: string[] = [];
    const { card, user } = await openPrices();
    server.use(
      http.delete('*/rest/v1/tariffs', ({ request }) => {
        gone.push(new URL(request.url).searchParams.get('id') ?? '');
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await user.click(card.getAllByRole('button', { name: 'Actions for My prices since 1 Jan 2026' })[1] as HTMLElement);
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(gone).toEqual([]);
    await user.click(dialog().getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(gone).toEqual(['eq.water-of-2026-01-01']));
  });
});

describe('C2.16 how many kWh a cubic metre of gas holds', () => {
  const gas = tariff('2026-01-01', {
    utility: 'gas',
    plan: planOfPrices({ rate: '1.2', standing: '0', tax: '0' }, 'gas', 'EUR'),
  });
  type Factor = { household_id: string; utility: string; valid_from: string; kwh_per_m3: string | number };

  /** The table's rows, as the card changes them. */
  async function openFactors(rows: Factor[] = [], role: 'owner' | 'viewer' = 'owner') {
    server.use(
      http.get('*/rest/v1/energy_factors', () =>
        HttpResponse.json(rows.toSorted((a, b) => b.valid_from.localeCompare(a.valid_from))),
      ),
      http.patch('*/rest/v1/energy_factors', async ({ request }) => {
        const day = new URL(request.url).searchParams.get('valid_from');
        const row = rows.find((one) => `eq.${one.valid_from}` === day);
        Object.assign(row ?? {}, await request.json());
        return HttpResponse.json(row ? [{ household_id: householdId }] : []);
      }),
      http.post('*/rest/v1/energy_factors', async ({ request }) => {
        rows.push((await request.json()) as Factor);
        return new HttpResponse(null, { status: 201 });
      }),
      http.delete('*/rest/v1/energy_factors', ({ request }) => {
        const day = new URL(request.url).searchParams.get('valid_from');
        rows.splice(0, rows.length, ...rows.filter((row) => `eq.${row.valid_from}` !== day));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const opened = await openPrices({ tariffs: [gas], role });
    const part = await waitFor(() => {
      const section = document.querySelector<HTMLElement>('[data-factors="gas"]');
      if (section === null) throw new Error('no part about factors');
      return within(section);
    });
    return { ...opened, part, rows };
  }
  const kept = (valid_from: string, kwh_per_m3: number): Factor => ({
    household_id: householdId,
    utility: 'gas',
    valid_from,
    kwh_per_m3,
  });

  test('is entered with its day, and faults stand at their fields', async () => {
    const { part, user, rows } = await openFactors();
    expect(part.getByText(/^Not entered/)).toBeVisible();
    await user.type(part.getByLabelText('kWh in 1 m³'), '0');
    await user.click(part.getByRole('button', { name: 'Save factor' }));
    expect(await part.findByText(/^A number above 0/)).toBeVisible();
    expect(rows).toEqual([]);
    await user.clear(part.getByLabelText('kWh in 1 m³'));
    await user.type(part.getByLabelText('kWh in 1 m³'), '11,2037');
    await user.click(part.getByRole('button', { name: 'Save factor' }));
    expect(await part.findByText('1 m³ = 11.2037 kWh since 16 Nov 2026')).toBeVisible();
    expect(rows).toEqual([{ ...kept('2026-11-16', 0), kwh_per_m3: '11.2037' }]);
    await waitFor(() => expect(part.getByLabelText('kWh in 1 m³')).toHaveValue(''));
  });

  test('what is removed can be brought back', async () => {
    const { part, user, rows } = await openFactors([kept('2026-01-01', 10.55), kept('2026-07-01', 11.2)]);
    expect(part.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('1 m³ = 11.2 kWh since 1 Jul 2026'),
      expect.stringContaining('1 m³ = 10.55 kWh since 1 Jan 2026'),
    ]);
    await user.click(part.getByRole('button', { name: 'Remove the factor since 1 Jul 2026' }));
    await waitFor(() => expect(part.getAllByRole('listitem')).toHaveLength(1));
    const told = noticeStore.read().find(({ action }) => action?.label === 'Undo');
    act(() => told?.action?.onSelect());
    await waitFor(() => expect(rows).toHaveLength(2));
    expect(rows).toContainEqual(kept('2026-07-01', 11.2));
  });

  test('C6.3 a viewer reads it and changes nothing', async () => {
    const { part } = await openFactors([kept('2026-01-01', 10.55)], 'viewer');
    expect(part.getByText('1 m³ = 10.55 kWh since 1 Jan 2026')).toBeVisible();
    expect(part.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('prices by the form', () => {
  test('are checked field by field, and both utilities are sent at once', async () => {
    const sent = record();
    const { card, user } = await openPrices({ tariffs: [] });
    await user.click(card.getByRole('button', { name: 'Enter prices' }));
    const add = dialog().getByRole('button', { name: 'Add' });
    await user.click(add);
    expect(await dialog().findByText('Enter at least one price.')).toBeVisible();
    const price = dialog().getByLabelText('Price per kWh');
    await waitFor(() => expect(price).toHaveFocus());
    await user.type(price, 'zero');
    await user.click(add);
    expect(await dialog().findByText('A number, such as 0.165.')).toBeVisible();
    await user.clear(price);
    await user.type(price, '0,165');
    await user.type(dialog().getByLabelText('Price per m³'), '1.84');
    await user.type(dialog().getAllByLabelText('Tax in percent')[1] as HTMLElement, '10');
    await user.click(add);
    await saved();
    const plans = [
      planOfPrices({ rate: '0.165', standing: '0', tax: '0' }, 'electricity', 'EUR'),
      planOfPrices({ rate: '1.84', standing: '0', tax: '10' }, 'water', 'EUR'),
    ];
    expect(sent).toEqual([
      {
        method: 'POST',
        path: '/api/v1/tariffs',
        body: { household: householdId, validFrom: '2026-11-01', tariffs: plans.map((plan) => ({ plan })) },
      },
    ]);
  });

  test('that already hold are offered to be changed, and only what was changed is sent', async () => {
    const sent = record();
    const { card, user } = await openPrices();
    await user.click(card.getByRole('button', { name: 'Add a price change' }));
    const add = dialog().getByRole('button', { name: 'Add' });
    await user.click(add);
    expect(await dialog().findByText('Nothing has changed yet.')).toBeVisible();
    const rate = dialog().getByLabelText('Price per m³');
    expect(rate).toHaveValue('2');
    await user.clear(rate);
    await user.type(rate, '2.10');
    await user.click(add);
    await saved();
    const plan = planOfPrices({ rate: '2.1', standing: '0', tax: '0' }, 'water', 'EUR');
    expect(sent[0]?.body).toMatchObject({ validFrom: '2026-11-16', tariffs: [{ plan }] });
  });

  test('are changed one utility at a time', async () => {
    const sent = record();
    const { card, user } = await openPrices();
    await user.click(card.getAllByRole('button', { name: /^Actions for My prices/ })[1] as HTMLElement);
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    expect(dialog().queryByLabelText('Price per kWh')).not.toBeInTheDocument();
    await user.type(dialog().getByLabelText('Tax in percent'), '10');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await saved();
    expect(sent).toEqual([
      {
        method: 'PUT',
        path: '/api/v1/tariffs/water-of-2026-01-01',
        body: {
          household: householdId,
          validFrom: '2026-01-01',
          tariff: { plan: planOfPrices({ rate: '2', standing: '0', tax: '10' }, 'water', 'EUR') },
        },
      },
    ]);
  });

  test('from a day that is taken say so at the day, whoever found it', async () => {
    record(409, { code: 'tariff-taken', detail: '', requestId: '' });
    const { card, user } = await openPrices();
    await user.click(card.getByRole('button', { name: 'Add a price change' }));
    const day = dialog().getByLabelText('In force since');
    await user.type(dialog().getByLabelText('Price per kWh'), '5');
    await user.click(dialog().getByRole('button', { name: 'Add' }));
    expect(await dialog().findByText('You already have prices from this day: edit those.')).toBeVisible();
    await waitFor(() => expect(day).toHaveFocus());
    await user.clear(day);
    await user.type(day, '2026-01-01');
    expect(day).not.toBeInvalid();
    await user.click(dialog().getByRole('button', { name: 'Add' }));
    expect(await dialog().findByText('You already have prices from this day: edit those.')).toBeVisible();
  });

  test('survive a stray Escape, until they are given up', async () => {
    const { card, user } = await openPrices({ tariffs: [] });
    const enter = card.getByRole('button', { name: 'Enter prices' });
    await user.click(enter);
    await user.type(dialog().getByLabelText('Price per kWh'), '0.2');
    await user.click(dialog().getByRole('button', { name: 'Close' }));
    await user.click(enter);
    expect(dialog().getByLabelText('Price per kWh')).toHaveValue('0.2');
    await user.click(dialog().getByRole('button', { name: 'Start over' }));
    expect(dialog().getByLabelText('Price per kWh')).toHaveValue('');
    await user.type(dialog().getByLabelText('Price per kWh'), '0.3');
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await user.click(enter);
    expect(dialog().getByLabelText('Price per kWh')).toHaveValue('');
  });
});
