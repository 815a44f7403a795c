import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { answerCheck, dialog, openPrices, periods, record, saved, sound } from '../testing-tariffs.tsx';

vi.mock('#shell/ui/chart/echarts.ts', () => ({
  init: () => ({ isDisposed: () => true, dispose: () => undefined, dispatchAction: () => undefined }),
}));
beforeEach(() => queryClient.clear());

async function openStored() {
  const sent = record();
  answerCheck(() => sound);
  const { card, user } = await openPrices({ tariffs: [periods] });
  await user.click(card.getByRole('button', { name: /^Actions for Three periods/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  await dialog().findByLabelText('Name of the tariff');
  return { user, sent };
}
const partOf = (name: string) => within(dialog().getByRole('heading', { name }).closest('li') as HTMLElement);

describe('a tariff in the form of charges', () => {
  test('takes no amount that can be thousands or decimals, and says so at its field', async () => {
    const { user, sent } = await openStored();
    const amount = partOf('Fixed charge').getByLabelText('Amount');
    await user.clear(amount);
    await user.type(amount, '1,200');
    expect(amount).toBeInvalid();
    expect(partOf('Fixed charge').getByText(/^Leave out thousands separators/)).toBeVisible();
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    expect(sent).toEqual([]);
    await user.clear(amount);
    await user.type(amount, '1200');
    expect(amount).not.toBeInvalid();
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await saved();
    expect(JSON.stringify(sent[0]?.body)).toContain('"amount":"1200"');
  });

  test('lets single days be chosen, down to none and up again; none is a fault', async () => {
    const { user, sent } = await openStored();
    const line = partOf('Line 1');
    await user.selectOptions(line.getByLabelText('Days'), 'Chosen days');
    const monday = line.getByRole('checkbox', { name: 'Mon' });
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await user.click(line.getByRole('checkbox', { name: day }));
    expect(monday).toBeInTheDocument();
    expect(line.getByLabelText('Days')).toBeInvalid();
    expect(line.getByText('Choose at least one day.')).toBeVisible();
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(line.getByLabelText('Days')).toHaveFocus());
    expect(sent).toEqual([]);
    await user.click(line.getByRole('checkbox', { name: 'Sat' }));
    expect(line.getByLabelText('Days')).not.toBeInvalid();
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await saved();
    expect(sent[0]?.body).toMatchObject({
      tariff: { plan: { schedules: { energy: { periods: [{ period: 'P1', days: ['sat'] }] } } } },
    });
  });

  test('keeps a name’s other languages', async () => {
    const { user, sent } = await openStored();
    await user.type(dialog().getByLabelText('Name of the tariff'), '!');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await saved();
    expect(sent[0]?.body).toMatchObject({
      tariff: { plan: { name: { en: 'Three periods!', es: 'Tres periodos', hi: 'तीन समय-खंड' } } },
    });
  });
});
