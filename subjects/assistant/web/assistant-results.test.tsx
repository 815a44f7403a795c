import { act, waitFor, within } from '@testing-library/react';
import type { AssistantResult } from '../contract/assistant.ts';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { end, input, log, show } from './testing.tsx';

beforeEach(() => queryClient.clear());

test('results lead to their pages, with a table, and a chart whose values stand in a table too', async () => {
  const { user, assistant } = await show();
  await user.type(input(), 'week{Enter}');
  await waitFor(() => expect(assistant.asked).toHaveLength(1));
  const points = [
    { label: 'Mon', value: 2, text: '2 L' },
    { label: 'Tue', value: 9, text: '9 L' },
    { label: 'Wed', value: 4, text: '4 L' },
  ];
  act(() =>
    assistant.say(
      {
        event: 'result',
        data: {
          id: '1',
          tool: 'usage',
          title: 'Water, last week',
          link: '/analytics?period=week',
          table: {
            columns: [
              { title: 'Room', isNumber: false },
              { title: 'L', isNumber: true },
            ],
            rows: [['Hall', '15']],
          },
          series: { utility: 'water', unit: 'L', points },
        },
      },
      end('15 L.'),
    ),
  );
  expect(await log().findByRole('link', { name: 'Water, last week' })).toHaveAttribute(
    'href',
    '/analytics?period=week',
  );
  const chart = log().getByRole('img');
  expect(chart).toHaveAccessibleName('Water, last week. First: Mon 2 L. Last: Wed 4 L. Highest: Tue 9 L.');
  const [table, values] = log().getAllByRole('table', { hidden: true });
  expect(within(values ?? chart).getAllByRole('row', { hidden: true })).toHaveLength(2);
  await user.click(log().getByText('Show as table'));
  expect(within(table ?? chart).getByRole('cell', { name: '9 L' })).toBeVisible();
});

/** The end of an answer with one result. */
async function showResult(part: Partial<AssistantResult>) {
  const { user, assistant } = await show();
  await user.type(input(), 'x{Enter}');
  await waitFor(() => expect(assistant.asked).toHaveLength(1));
  const data = { id: '1', tool: 'usage', title: 'Usage', link: null, ...part } satisfies AssistantResult;
  act(() => assistant.say({ event: 'result', data }, end('Done.')));
  await log().findByText('Usage', { selector: 'span' });
  return user;
}

const rowsOf = () => within(log().getByRole('table')).getAllByRole('row').slice(1);
const tableOf = (count: number) => ({
  columns: [{ title: 'Day', isNumber: false }],
  rows: Array.from({ length: count }, (_, index) => [`Day ${index + 1}`]),
});

test('of a long table five rows stand first, and all of them after a press', async () => {
  const user = await showResult({ table: tableOf(12) });
  expect(rowsOf()).toHaveLength(5);
  await user.click(log().getByRole('button', { name: 'Show all 12 rows' }));
  expect(rowsOf()).toHaveLength(12);
  expect(log().queryByRole('button', { name: /Show all/ })).not.toBeInTheDocument();
});

test('for one row more nobody has to press', async () => {
  await showResult({ table: tableOf(6) });
  expect(rowsOf()).toHaveLength(6);
});

test('the hour that comes twice in autumn is two bars and two rows', async () => {
  const points = ['01:00', '02:00', '02:00', '03:00'].map((label, value) => ({ label, value, text: `${value} L` }));
  await showResult({ series: { utility: 'water', unit: 'L', points } });
  expect(log().getByRole('img').querySelectorAll('title')).toHaveLength(4);
  expect(within(log().getByRole('table', { hidden: true })).getAllByText('02:00')).toHaveLength(2);
});
