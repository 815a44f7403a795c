import { screen, waitFor, within } from '@testing-library/react';
import type { PlanTextFault } from '../../../contract/tariff-plan.ts';
import type { CheckedTariff } from '../../../contract/tariffs.ts';
import type { TariffPlan } from '../../../domain/tariff/plan.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { http, HttpResponse } from 'msw';
import { server } from '#apps/web/testing/server.ts';
import { queryClient } from '#shell/data/query-client.ts';
import { tariff } from '../../testing.ts';
import { answerCheck, dialog, openPrices, periods, record, saved, sound } from '../testing-tariffs.tsx';

vi.mock('#shell/ui/chart/echarts.ts', () => ({
  init: () => ({ isDisposed: () => true, dispose: () => undefined, dispatchAction: () => undefined }),
}));
beforeEach(() => queryClient.clear());

const fields = { fixed: 'amount', use: 'rate', tax: 'percent' } as const;

/** As the service finds them: what is missing, and what is no number. */
function faultsOf({ charges }: TariffPlan): PlanTextFault[] {
  return charges.flatMap((charge, i): PlanTextFault[] => {
    const field = fields[charge.kind as keyof typeof fields];
    const value = (charge as unknown as Record<string, string | undefined>)[field];
    if ('rates' in charge || 'blocks' in charge) return [];
    if (value === undefined && charge.kind === 'use')
      return [{ code: 'price-missing', path: ['charges', i], value: charge.id }];
    if (value === undefined) return [{ code: 'field-missing', path: ['charges', i, field], value: field }];
    return /^-?\d+([.]\d+)?$/.test(value) ? [] : [{ code: 'value-invalid', path: ['charges', i, field], value }];
  });
}

/** A service that reads plans, and texts only when they are the plan's own. */
const answer = ({ plan }: { plan?: TariffPlan }): CheckedTariff => {
  const faults = plan === undefined ? [] : faultsOf(plan);
  return faults.length > 0 ? { ok: false, faults } : { ...sound, ...(plan && { plan, text: 'name: By the form\n' }) };
};

const charge = (name: string) => within(dialog().getByRole('heading', { name }).closest('li') as HTMLElement);
const way = (name: string) => dialog().getByRole('radio', { name });
const sampleBill = () => dialog().findByText(/^A month of your own usage/);

async function openForm(given: Parameters<typeof openPrices>[0] = { tariffs: [] }) {
  const { card, user } = await openPrices(given);
  await user.click(card.getByRole('button', { name: /^(Enter prices|Add a price change)$/ }));
  return user;
}

describe('prices by the simple form', () => {
  test('have a month and a year beside them as they are typed, and are the charges to go on with', async () => {
    answerCheck(answer);
    const user = await openForm();
    expect(dialog().queryByText(/^A month of/)).not.toBeInTheDocument();
    await user.type(dialog().getByLabelText('Price per kWh'), '0,165');
    expect(await sampleBill()).toBeVisible();
    expect(await dialog().findByRole('button', { name: /last 12 months/ })).toBeVisible();
    await user.click(way('Charges'));
    expect(await dialog().findByLabelText('Price per kWh')).toHaveValue('0,165');
    expect(
      dialog()
        .getAllByRole('heading', { level: 4 })
        .map(({ textContent }) => textContent),
    ).toEqual(['Usage charge']);
  });
});

describe('a tariff by the form of charges', () => {
  test('says what is wrong at its field, what is empty only when it is to be saved, and is sent as a plan', async () => {
    const sent = record();
    answerCheck(answer);
    const user = await openForm();
    await user.click(way('Charges'));
    expect(await dialog().findByText(/sample bill appears here once/)).toBeVisible();
    const rate = charge('Usage charge').getByLabelText('Price per kWh');
    await user.type(rate, 'abc');
    await waitFor(() => expect(rate).toBeInvalid());
    expect(await charge('Usage charge').findByText('A number, such as 0.165.')).toBeVisible();
    expect(charge('Fixed charge').getByLabelText('Amount')).not.toBeInvalid();
    await user.clear(rate);
    await user.type(rate, '0,165');
    await user.click(dialog().getByRole('button', { name: 'Add' }));
    const amount = charge('Fixed charge').getByLabelText('Amount');
    await waitFor(() => expect(amount).toHaveFocus());
    await waitFor(() => expect(dialog().getAllByText('Fill this in.')).toHaveLength(2));
    await user.type(amount, '4');
    await user.click(dialog().getByRole('button', { name: 'Remove: Tax' }));
    expect(await sampleBill()).toBeVisible();
    await user.click(dialog().getByRole('button', { name: 'Add' }));
    await saved();
    expect(sent[0]?.body).toMatchObject({
      tariffs: [
        {
          plan: {
            utility: 'electricity',
            unit: 'kWh',
            charges: [
              { id: 'use', kind: 'use', rate: '0.165' },
              { id: 'standing', kind: 'fixed', per: 'month', amount: '4' },
            ],
          },
        },
      ],
    });
  });

  test('has periods, blocks and chosen charges', async () => {
    const sent = record();
    answerCheck(answer);
    const user = await openForm();
    await user.click(way('Charges'));
    await user.type(charge('Fixed charge').getByLabelText('Amount'), '4');
    await user.selectOptions(charge('Usage charge').getByLabelText('How it is priced'), 'By time of day');
    await user.click(charge('Usage charge').getByRole('button', { name: 'Prices differ by time' }));
    await user.type(charge('Usage charge').getByLabelText('Peak: price per kWh'), '0.3');
    await user.type(charge('Usage charge').getByLabelText('Off-peak: price per kWh'), '0.1');
    await user.selectOptions(charge('Line 1').getByLabelText('Days'), 'Workdays');
    await user.selectOptions(await dialog().findByLabelText('Holidays of'), 'Holidays of Spain');
    await user.click(dialog().getAllByRole('button', { name: 'Usage charge' }).at(-1) as HTMLElement);
    const [, second] = dialog().getAllByLabelText('How it is priced');
    await user.selectOptions(second as HTMLElement, 'In blocks');
    await user.type(dialog().getAllByLabelText('Up to kWh')[0] as HTMLElement, '100');
    const [low, high] = dialog().getAllByLabelText('Price per kWh');
    await user.type(low as HTMLElement, '0.05');
    await user.type(high as HTMLElement, '0,09');
    await user.type(charge('Tax').getByLabelText('Percent'), '21');
    await user.selectOptions(charge('Tax').getByLabelText('Applies to'), 'Chosen charges');
    await user.click(charge('Tax').getByRole('checkbox', { name: 'Fixed charge' }));
    await user.click(dialog().getByRole('button', { name: 'Add' }));
    await saved();
    expect(sent[0]?.body).toMatchObject({
      tariffs: [
        {
          plan: {
            schedules: {
              times: {
                holidays: 'es-2.0td',
                periods: [{ period: 'Peak', days: ['workday'], hours: ['08:00-22:00'] }, { period: 'Off-peak' }],
              },
            },
            charges: [
              { id: 'use', schedule: 'times', rates: { Peak: '0.3', 'Off-peak': '0.1' } },
              { id: 'standing', amount: '4' },
              { id: 'tax', percent: '21', of: ['use'] },
              {
                id: 'use-2',
                blocks: { per: 'month', tables: [{ steps: [{ upTo: '100', rate: '0.05' }, { rate: '0.09' }] }] },
              },
            ],
          },
        },
      ],
    });
  });

  test('that was stored is changed in the form, and goes on as text', async () => {
    const sent = record();
    answerCheck(answer);
    const { card, user } = await openPrices({ tariffs: [periods] });
    await user.click(card.getByRole('button', { name: /^Actions for Three periods/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    expect(await dialog().findByLabelText('Name of the tariff')).toHaveValue('Three periods');
    const words = periods.plan.name as object;
    const name = dialog().getByLabelText('Name of the tariff');
    await user.clear(name);
    await user.type(name, 'Mine');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await saved();
    expect(sent[0]?.body).toMatchObject({ tariff: { plan: { ...periods.plan, name: { ...words, en: 'Mine' } } } });
  });

  test('goes on as text, and from there back to the form; nothing else is overwritten unasked', async () => {
    answerCheck(answer);
    const user = await openForm();
    await user.click(way('Charges'));
    await user.type(charge('Usage charge').getByLabelText('Price per kWh'), '1');
    await user.type(charge('Fixed charge').getByLabelText('Amount'), '4');
    await user.type(charge('Tax').getByLabelText('Percent'), '21');
    await user.click(await dialog().findByRole('button', { name: 'Go on as text' }));
    expect(await dialog().findByLabelText('The tariff as text')).toHaveValue('name: By the form\n');
    await user.click(await dialog().findByRole('button', { name: 'Replace the form with this' }));
    expect(await dialog().findByLabelText('Name of the tariff')).toHaveValue('Three periods');
  });

  test('that says more than the form can show is named, and left to the text', async () => {
    const plan = {
      ...periods.plan,
      schedules: { energy: { colours: 'red-days', periods: [{ period: 'P1' }] } },
    } as never;
    // What the service reads in the text is the same plan.
    answerCheck(() => ({ ...sound, plan, text: 'name: By the form\n' }));
    const { card, user } = await openPrices({ tariffs: [tariff('2026-02-01', { plan })] });
    await user.click(card.getByRole('button', { name: /^Actions for Three periods/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    expect(await dialog().findByLabelText('The tariff as text')).toHaveValue('name: By the form\n');
    await user.click(way('Charges'));
    expect(await dialog().findByText('Days by colour.')).toBeVisible();
    expect(dialog().queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    await user.click(dialog().getByRole('button', { name: 'Change it as text' }));
    expect(dialog().getByLabelText('The tariff as text')).toHaveValue('name: By the form\n');
  });
});

describe('an amount by meter size', () => {
  const sized = (utility: 'electricity' | 'water') =>
    tariff('2026-01-01', {
      utility,
      plan: {
        ...periods.plan,
        utility,
        unit: utility === 'water' ? 'm3' : 'kWh',
        schedules: undefined,
        meterSizes: ['20 mm', '1.5 in'],
        charges: [{ id: 'service', kind: 'fixed', per: 'month', bySize: { '20 mm': '4', '1.5 in': '9' } }],
      } as never,
    });

  async function openSized(utility: 'electricity' | 'water') {
    const { card, user } = await openPrices({ tariffs: [sized(utility)] });
    await user.click(card.getByRole('button', { name: /^Actions for Three periods/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    return { user, sizes: await dialog().findByLabelText('Sizes of meters') };
  }

  test.each(['electricity', 'water'] as const)('of %s stays one while the sizes are typed anew', async (utility) => {
    const sent = record();
    answerCheck(({ plan }) => ({ ...sound, ...(plan && { plan }) }));
    const { user, sizes } = await openSized(utility);
    await user.clear(sizes);
    expect(sizes).toBeVisible();
    expect(charge('Fixed charge').getByText(/^First enter the sizes of meters/)).toBeVisible();
    expect(charge('Fixed charge').queryByLabelText('Amount')).not.toBeInTheDocument();
    // A size that is typed twice has one field; its fault stands where it is typed.
    await user.type(sizes, '40 mm, 40 mm');
    expect(charge('Fixed charge').getAllByLabelText('40 mm: amount')).toHaveLength(1);
    await user.clear(sizes);
    await user.type(sizes, '40 mm');
    await user.type(charge('Fixed charge').getByLabelText('40 mm: amount'), '12');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await saved();
    expect(sent[0]?.body).toMatchObject({ tariff: { plan: { charges: [{ bySize: { '40 mm': '12' } }] } } });
  });

  test('that is no number is said in the words of the form, whatever the size is called', async () => {
    answerCheck(({ plan }) => ({
      ok: false,
      faults: plan ? [{ code: 'value-invalid', path: ['charges', 0, 'bySize', '1.5 in'], value: '9x' }] : [],
    }));
    const { user } = await openSized('water');
    await user.type(charge('Fixed charge').getByLabelText('1.5 in: amount'), 'x');
    expect(await charge('Fixed charge').findByText('A number, such as 0.165.')).toBeVisible();
  });
});

describe('a meter with prices of its own', () => {
  test('is named, has charges of its own, and the home says which of its meters it is', async () => {
    const sent = record();
    const of = (id: string, name: string, utility = 'electricity') => ({
      id,
      name,
      utility,
      room: 'garage',
      is_active: true,
    });
    answerCheck(({ plan }) => {
      const asksMeters = Object.entries(plan?.meters ?? {}).map(([id, { name = id }]) => ({ id, name }));
      return sound.ok ? { ...sound, summary: { ...sound.summary, asksMeters }, ...(plan && { plan }) } : sound;
    });
    const user = await openForm();
    server.use(
      http.get('*/rest/v1/connected_devices', () => HttpResponse.json([of('d1', 'Mains'), of('d2', 'Car charger')])),
      http.get('*/rest/v1/meters', () =>
        HttpResponse.json([
          { id: 11, device_id: 'd1', utility: 'electricity', key: 'mains', flow: 'drawn' },
          { id: 12, device_id: 'd2', utility: 'electricity', key: 'car', flow: 'drawn' },
          { id: 13, device_id: 'd2', utility: 'water', key: 'tap', flow: 'drawn' },
          { id: 14, device_id: 'd1', utility: 'electricity', key: 'roof', flow: 'produced' },
        ]),
      ),
    );
    await queryClient.invalidateQueries();
    await user.click(way('Charges'));
    await user.type(await dialog().findByLabelText('Price per kWh'), '0.3');
    expect(charge('Usage charge').queryByLabelText('For the use of')).not.toBeInTheDocument();
    await user.click(dialog().getByText('Meters with prices of their own'));
    await user.click(dialog().getByRole('button', { name: 'Add a meter' }));
    await user.type(dialog().getByLabelText('What it is called'), 'Car');
    await user.click(dialog().getByRole('button', { name: 'Usage charge' }));
    const own = within(dialog().getAllByRole('heading', { name: 'Usage charge' })[1]?.closest('li') as HTMLElement);
    await user.selectOptions(own.getByLabelText('For the use of'), 'Car');
    await user.type(own.getByLabelText('Price per kWh'), '0.1');
    // Fixed amounts and taxes may go by a meter's use; percents are of amounts.
    expect(charge('Tax').queryByLabelText('For the use of')).not.toBeInTheDocument();
    const choice = await dialog().findByLabelText('Car');
    await waitFor(() =>
      expect(
        within(choice)
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ).toEqual(['Not measured apart', 'Mains', 'Car charger']),
    );
    await user.selectOptions(choice, 'Car charger');
    for (const name of ['Fixed charge', 'Tax'])
      await user.click(dialog().getByRole('button', { name: `Remove: ${name}` }));
    await user.click(dialog().getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({
      tariffs: [
        {
          facts: { meters: { meter: '12' } },
          plan: {
            meters: { meter: { name: 'Car' } },
            charges: [
              { id: 'use', rate: '0.3' },
              { id: 'use-2', rate: '0.1', meter: 'meter' },
            ],
          },
        },
      ],
    });
  });

  test('that is taken away leaves its charges to the rest', async () => {
    const own = tariff('2026-01-01', {
      plan: {
        ...periods.plan,
        schedules: undefined,
        meters: { car: { name: 'Car' } },
        charges: [
          { id: 'a', kind: 'use', rate: '0.3' },
          { id: 'b', kind: 'use', rate: '0.1', name: 'Night', meter: 'car' },
        ],
      } as never,
    });
    answerCheck(answer);
    const { card, user } = await openPrices({ tariffs: [own] });
    expect(card.getByText(/Car at a price of its own/)).toBeVisible();
    await user.click(card.getByRole('button', { name: /^Actions for Three periods/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await dialog().findByRole('heading', { name: 'Night' });
    expect(charge('Night').getByLabelText('For the use of')).toHaveValue('car');
    await user.click(dialog().getByRole('button', { name: 'Remove: Car' }));
    expect(charge('Night').queryByLabelText('For the use of')).not.toBeInTheDocument();
  });
});
