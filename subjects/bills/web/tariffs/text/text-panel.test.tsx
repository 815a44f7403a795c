import { screen } from '@testing-library/react';
import type { UrdbAnswer } from '../../../contract/urdb.ts';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { server } from '#apps/web/testing/server.ts';
import { household } from '../../testing.ts';
import { TariffDialog } from '../tariff-dialog.tsx';
import { answerCheck, answerMarket, dialog, library, openPart, readPlan, sample } from '../testing-tariffs.tsx';

beforeEach(() => queryClient.clear());

const [first] = library.tariffs;
if (first === undefined) throw new Error('no library');
const summary = { ...first, asksPower: [] };

async function openText(answer: UrdbAnswer) {
  answerMarket();
  answerCheck(() => ({ ok: true, summary, sample, text: '', plan: readPlan }));
  server.use(http.post('*/api/v1/tariffs/urdb', () => HttpResponse.json(answer)));
  const { user } = await openPart(
    <TariffDialog
      target={{ way: 'text' }}
      tariffs={[]}
      household={household}
      firstDay="2026-11-01"
      onClose={() => undefined}
    />,
  );
  const input = await screen.findByLabelText('Open a URDB file', { selector: 'input' });
  const area = dialog().getByLabelText<HTMLTextAreaElement>('The tariff as text');
  return { user, input, area };
}

const file = new File(['{}'], 'rate.json', { type: 'application/json' });

test('a rate of URDB fills the text, says what it leaves out and assumes, and the former text can be had back', async () => {
  const { user, input, area } = await openText({
    ok: true,
    text: 'name: From URDB\n',
    summary,
    notes: [
      { code: 'left-out', path: ['energyratestructure', 0, 1, 'sell'], value: '0.03' },
      { code: 'assumed', what: 'holidays-as-weekdays', path: ['energyweekdayschedule'], value: '' },
      { code: 'assumed', what: 'price-zero', path: ['energyratestructure', 0], value: '' },
      { code: 'assumed', what: 'price-zero', path: ['energyratestructure', 1], value: '' },
    ],
    count: 3,
  });
  await user.type(area, 'name: mine');
  await user.upload(input, file);
  expect(await dialog().findByText('Read from URDB')).toBeVisible();
  expect(area).toHaveValue('name: From URDB\n');
  expect(dialog().getByText(/The file has 3 rates; the first for homes was read/)).toBeVisible();
  const notes = [...dialog().getByRole('list', { name: 'What to know about it' }).children];
  expect(notes.map(({ textContent }) => textContent)).toEqual([
    'Left out: energyratestructure.0.1.sell (0.03)',
    'Assumed: holidays are like other days of the week, as the file has no calendar.',
    'Assumed: what has no price costs nothing.',
  ]);
  const month = await dialog().findByText(/^A month of your own usage/);
  expect(notes[0]?.compareDocumentPosition(month)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(dialog().getByRole('button', { name: 'Restore the previous text' }));
  expect(area).toHaveValue('name: mine');
  expect(dialog().queryByText('Read from URDB')).not.toBeInTheDocument();
});

test('what cannot be read says why, and leaves the text alone', async () => {
  const { user, input, area } = await openText({
    ok: false,
    fault: { code: 'urdb-unsupported', path: ['energyratestructure', 0], value: '' },
  });
  await user.upload(input, file);
  expect(await dialog().findByText(/cannot be used here, because of “energyratestructure.0”/)).toBeVisible();
  expect(area).toHaveValue('');
});
