import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/query-client.ts';
import { server } from '../../../testing/server.ts';
import { planOfPrices } from './simple-plan.ts';
import { householdId, tariff } from '../testing.ts';
import { answerCheck, dialog, openPrices, periods, record, saved, sound } from './testing-tariffs.tsx';

vi.mock('../../../ui/chart/echarts.ts', () => ({
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
      'My pricesfrom 1 Jan 2027To come€0.20 per kWh',
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
    await user.click(card.getByRole('button', { name: 'Add a change of prices' }));
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
    await user.click(card.getByRole('button', { name: 'Add a change of prices' }));
    const day = dialog().getByLabelText('In force since');
    await user.type(dialog().getByLabelText('Price per kWh'), '5');
    await user.click(dialog().getByRole('button', { name: 'Add' }));
    expect(await dialog().findByText('There are prices from this day on already: edit those.')).toBeVisible();
    await waitFor(() => expect(day).toHaveFocus());
    await user.clear(day);
    await user.type(day, '2026-01-01');
    expect(day).not.toBeInvalid();
    await user.click(dialog().getByRole('button', { name: 'Add' }));
    expect(await dialog().findByText('There are prices from this day on already: edit those.')).toBeVisible();
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
