import { screen, waitFor, within } from '@testing-library/react';
import type { CheckedTariff } from '../../contract/tariffs.ts';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { server } from '#apps/web/testing/server.ts';
import { householdId, tariff } from '../testing.ts';
import { answerCheck, dialog, library, openPrices, periods, record, sample, saved, sound } from './testing-tariffs.tsx';

vi.mock('#shell/ui/chart/echarts.ts', () => ({
  init: () => ({ isDisposed: () => true, dispose: () => undefined, dispatchAction: () => undefined }),
}));
beforeEach(() => queryClient.clear());

const coloured = tariff('2026-02-01', {
  plan: { ...periods.plan, schedules: { energy: { colours: 'red-days', periods: [{ period: 'P1' }] } } } as never,
});
const [spain, santaMonica] = library.tariffs;
if (spain === undefined || santaMonica === undefined) throw new Error('no library');
describe('a tariff of the library', () => {
  test('is found, asks for the power, shows a month of it, and is sent with the facts', async () => {
    const sent = record();
    const asked = answerCheck(({ facts }) => ({
      ...sound,
      summary: spain,
      sample: { ...sample, total: facts === undefined ? '40.00' : '61.40' },
    }));
    const { card, user } = await openPrices();
    await user.click(card.getByRole('button', { name: 'Add a price change' }));
    await user.click(dialog().getByLabelText('Library'));
    const list = within(await dialog().findByRole('list', { name: 'Tariffs of the library' }));
    expect(list.getByText('United States · USD · as of Jan 2017')).toBeVisible();
    await user.type(dialog().getByLabelText('Search'), 'españa');
    expect(dialog().getByText(/No tariff matches/)).toBeVisible();
    await user.clear(dialog().getByLabelText('Search'));
    await user.type(dialog().getByLabelText('Search'), 'spain');
    await user.click(dialog().getByRole('button', { name: /Spain 2.0TD/ }));
    expect(await dialog().findByText(/^A month of your own usage \(.*212.kWh\): €40.00$/)).toBeVisible();
    await user.click(dialog().getByRole('button', { name: 'Use this tariff' }));
    expect(await dialog().findAllByText('A number, such as 4.6.')).toHaveLength(2);
    await waitFor(() => expect(dialog().getByLabelText('P1, kW')).toHaveFocus());
    await user.type(dialog().getByLabelText('P1, kW'), '4,6');
    await user.type(dialog().getByLabelText('P2, kW'), '3');
    expect(await dialog().findByText(/212.kWh\): €61.40$/)).toBeVisible();
    expect(dialog().getByText('Energy · P1')).toBeVisible();
    // Whoever types slowly has asked with P1 alone before.
    await waitFor(() =>
      expect(asked).toContainEqual({ library: 'es-2.0td-2025', facts: { kW: { P1: '4.6', P2: '3' } } }),
    );
    await user.click(dialog().getByRole('button', { name: 'Use this tariff' }));
    await saved();
    expect(sent[0]?.body).toEqual({
      household: householdId,
      validFrom: '2026-11-16',
      tariffs: [{ library: 'es-2.0td-2025', facts: { kW: { P1: '4.6', P2: '3' } } }],
    });
  });

  test('in another currency says so, names what has to be imported, and can be changed as text', async () => {
    answerCheck(() => ({ ...sound, summary: santaMonica }));
    server.use(
      http.get('*/api/v1/tariffs/library/us-santa-monica-water-2018', () =>
        HttpResponse.json({ text: 'name: Santa Monica\n' }),
      ),
    );
    const { card, user } = await openPrices();
    await user.click(card.getByRole('button', { name: 'Add a price change' }));
    await user.click(dialog().getByLabelText('Library'));
    await user.click(await dialog().findByRole('button', { name: /Santa Monica water/ }));
    expect(dialog().getByText(/This tariff is in USD, your household in EUR/)).toBeVisible();
    expect(dialog().getByText(/follows “city-index”/)).toBeVisible();
    expect(dialog().getByLabelText('People in your home')).toBeVisible();
    await user.click(dialog().getByRole('button', { name: 'Change it as text' }));
    expect(await dialog().findByLabelText('The tariff as text')).toHaveValue('name: Santa Monica\n');
  });

  test('says what a sample lacks, and why there is none', async () => {
    const fault = { utility: 'electricity', charge: 'power', from: '2026-10-12', to: '2026-11-11', used: 0 } as const;
    answerCheck(() => ({
      ...sound,
      sample: {
        ...sample,
        of: 'example',
        faults: [
          { ...fault, code: 'capacity-missing', of: 'P1' },
          { ...fault, code: 'day-unpriced', used: 9000 },
        ],
      },
    }));
    const { card, user } = await openPrices();
    await user.click(card.getByRole('button', { name: 'Add a price change' }));
    await user.click(dialog().getByLabelText('Library'));
    await user.click(await dialog().findByRole('button', { name: /Spain 2.0TD/ }));
    expect(await dialog().findByText(/^A month of an example home/)).toBeVisible();
    expect(dialog().getByText(/Contracted power \(P1\) is not included/)).toBeVisible();
    expect(dialog().getByText(/9.00.kWh of 30 days is not included/)).toBeVisible();

    server.use(
      http.post('*/api/v1/tariffs/check', () =>
        HttpResponse.json({ code: 'rate-limited', detail: '', requestId: '' }, { status: 429 }),
      ),
    );
    await user.type(dialog().getByLabelText('P1, kW'), '4');
    expect(await dialog().findByText(/The sample bill could not be made. That was a lot at once/)).toBeVisible();
  });
});

describe('a tariff as text', () => {
  const faulty: CheckedTariff = {
    ok: false,
    faults: [
      { code: 'value-invalid', path: ['charges', 0, 'rate'], value: 'abc', line: 8, column: 5 },
      { code: 'field-unknown', path: ['curency'], value: 'curency', line: 3, column: 1 },
    ],
  };

  test('lists its faults by line, each leads there; mended it shows a month and is sent', async () => {
    const sent = record();
    answerCheck(({ text }) => (text?.includes('abc') ? faulty : sound));
    const { card, user } = await openPrices();
    await user.click(card.getByRole('button', { name: 'Add a price change' }));
    await user.click(dialog().getByLabelText('Text'));
    const area = dialog().getByLabelText<HTMLTextAreaElement>('The tariff as text');
    await user.click(dialog().getByRole('button', { name: 'Add' }));
    expect(await dialog().findByText('Write the tariff, or start from an example.')).toBeVisible();
    await user.click(dialog().getByRole('button', { name: 'Start from an example' }));
    expect(area.value).toContain('currency: EUR');
    expect(await dialog().findByText(/^A month of your own usage/)).toBeVisible();

    const text = area.value.replace('0.15', 'abc');
    await user.clear(area);
    await user.click(area);
    await user.paste(text);
    const first = await dialog().findByRole('button', { name: 'Line 3, column 1: There is no field “curency” here.' });
    expect(area).toBeInvalid();
    await user.click(first);
    expect(area).toHaveFocus();
    expect(text.slice(area.selectionStart).split('\n')[0]).toBe('currency: EUR');
    await user.click(dialog().getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(text.slice(area.selectionStart).split('\n')[0]).toBe('rate: abc'));
    expect(sent).toEqual([]);

    await user.clear(area);
    await user.click(area);
    await user.paste(text.replace('abc', '0.2'));
    await waitFor(() => expect(area).not.toBeInvalid());
    await user.click(dialog().getByRole('button', { name: 'Add' }));
    await saved();
    expect(sent[0]?.body).toMatchObject({ tariffs: [{ text: text.replace('abc', '0.2') }] });
  });

  test('is how a tariff is changed that is more than the form shows', async () => {
    const sent = record();
    const asked = answerCheck(() => ({ ...sound, text: 'name: Three periods\n' }));
    const { card, user } = await openPrices({ tariffs: [coloured] });
    await user.click(card.getByRole('button', { name: /^Actions for Three periods/ }));
    expect(screen.queryByRole('menuitem', { name: 'Edit as text' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    await waitFor(() => expect(dialog().getByLabelText('The tariff as text')).toHaveValue('name: Three periods\n'));
    expect(asked[0]).toMatchObject({ plan: { unit: 'kWh' } });
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await saved();
    expect(sent[0]).toMatchObject({ method: 'PUT', body: { tariff: { text: 'name: Three periods\n' } } });
  });

  test('a refusal is said in words, and nothing is lost', async () => {
    record(403, { code: 'forbidden', detail: '', requestId: '' });
    answerCheck(() => sound);
    const { card, user } = await openPrices({ tariffs: [tariff('2026-01-01', { written: 'name: Mine\n' })] });
    await user.click(card.getByRole('button', { name: /^Actions for My prices/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    expect(await dialog().findByText('You cannot do this here.')).toBeVisible();
    expect(dialog().getByLabelText('The tariff as text')).toHaveValue('name: Mine\n');
  });
});
