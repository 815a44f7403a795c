import { screen, waitFor } from '@testing-library/react';
import type { CheckedTariff } from '../../../contract/tariffs.ts';
import type { TariffPlan } from '../../../domain/tariff/plan.ts';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { server } from '#apps/web/testing/server.ts';
import { tariff } from '../../testing.ts';
import { answerCheck, dialog, openPrices, periods, sound } from '../testing-tariffs.tsx';

vi.mock('#shell/ui/chart/echarts.ts', () => ({
  init: () => ({ isDisposed: () => true, dispose: () => undefined, dispatchAction: () => undefined }),
}));
beforeEach(() => queryClient.clear());

const meterOf = (plan: TariffPlan | undefined) =>
  plan?.charges.flatMap((charge) => (charge.kind === 'fixed' ? [charge.amount ?? ''] : [])).join() ?? '';
/** The text says what the meter costs. */
const answer = ({ plan }: { plan?: TariffPlan }): CheckedTariff =>
  meterOf(plan) === 'abc'
    ? { ok: false, faults: [{ code: 'value-invalid', path: ['charges', 3, 'amount'], value: 'abc' }] }
    : ({ ...sound, ...(plan && { plan }), text: `meter: ${meterOf(plan)}\n` } as CheckedTariff);

async function openEdited(amount: string) {
  const { card, user } = await openPrices({ tariffs: [periods] });
  await user.click(card.getByRole('button', { name: /^Actions for Three periods/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  const field = await dialog().findByDisplayValue('0.81');
  await user.clear(field);
  await user.type(field, amount);
  return user;
}
const text = () => dialog().findByLabelText('The tariff as text');
const toText = () => dialog().getByRole('radio', { name: 'Text' });

test('simple prices that were changed are the text too, not those that are stored', async () => {
  const asked: (TariffPlan | undefined)[] = [];
  answerCheck(({ plan }) => {
    asked.push(plan);
    return {
      ...sound,
      text: `rate: ${plan?.charges.map((charge) => (charge.kind === 'use' ? charge.rate : '')).join('')}\n`,
    } as CheckedTariff;
  });
  const { card, user } = await openPrices({ tariffs: [tariff('2026-01-01')] });
  await user.click(card.getByRole('button', { name: /^Actions for My prices since/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  const field = await dialog().findByLabelText('Price per kWh');
  await user.clear(field);
  await user.type(field, '0.31');
  await user.click(toText());
  expect(await text()).toHaveValue('rate: 0.31\n');
});

describe('from the form of charges to the text', () => {
  test('at once after a key press, the text is that of the form', async () => {
    answerCheck(answer);
    const user = await openEdited('7');
    await user.click(toText());
    expect(await text()).toHaveValue('meter: 7\n');
  });

  test('what is no tariff yet stays in the form, and is said there', async () => {
    answerCheck(answer);
    const user = await openEdited('abc');
    await user.click(toText());
    expect(await dialog().findByText(/^To go on as text, first fix/)).toBeVisible();
    const field = dialog().getByDisplayValue('abc');
    await waitFor(() => expect(field).toBeInvalid());
    await waitFor(() => expect(field).toHaveFocus());
    expect(dialog().queryByLabelText('The tariff as text')).not.toBeInTheDocument();
    await user.clear(field);
    await user.type(field, '8');
    expect(dialog().queryByText(/^To go on as text, first fix/)).not.toBeInTheDocument();
    await user.click(toText());
    expect(await text()).toHaveValue('meter: 8\n');
  });

  test('where nobody can be asked, the form stays, and why is said', async () => {
    answerCheck(answer);
    const user = await openEdited('7');
    server.use(
      http.post('*/api/v1/tariffs/check', () =>
        HttpResponse.json({ code: 'forbidden', detail: '', requestId: '' }, { status: 403 }),
      ),
    );
    await user.type(dialog().getByDisplayValue('7'), '5');
    await user.click(toText());
    expect(await dialog().findByRole('alert')).toHaveTextContent('You cannot do this here.');
    expect(dialog().getByDisplayValue('75')).toBeVisible();
    expect(dialog().queryByLabelText('The tariff as text')).not.toBeInTheDocument();
  });
});
