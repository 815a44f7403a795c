import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { aHousehold, answerMemberships, membership } from '#apps/web/testing/households.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import type { Language } from '#catalogue/index.ts';
import { startSession } from '#shell/session/arrival.ts';
import type { Outlets } from '../../contract/pushes.ts';
import { ElsewherePage } from './elsewhere-page.tsx';
import type { Push } from './push-queries.ts';

const home = aHousehold('a', 'Pune home');
const influx: Push = {
  kind: 'influx',
  host: '192.168.1.5:8086',
  sent_at: '2026-11-21T10:00:00Z',
  sent_until: '2026-11-21T09:45:00Z',
  fault: null,
  fault_at: null,
};

let pushes: Push[];
let outlets: Outlets;
let asked: unknown[];
beforeEach(() => {
  pushes = [];
  asked = [];
  outlets = { pushes: true, homeAssistant: true, prometheus: false };
  answerMemberships([membership(home)]);
  server.use(
    http.get('*/rest/v1/data_pushes', () => HttpResponse.json(pushes)),
    http.get('*/api/v1/outlets', () => HttpResponse.json(outlets)),
    http.delete('*/rest/v1/data_pushes', ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push([searchParams.get('household_id'), searchParams.get('kind')]);
      pushes = [];
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/api/v1/pushes', async ({ request }) => {
      const body = (await request.json()) as { kind: Push['kind'] };
      asked.push(body);
      pushes = [{ ...influx, kind: body.kind, host: 'ha.local:8123', sent_at: null, sent_until: null }];
      return HttpResponse.json(
        { host: 'ha.local:8123', secret: body.kind === 'webhook' ? 'whsec_c2VjcmV0' : null },
        { status: 201 },
      );
    }),
  );
});

async function show(language: Language = 'en') {
  storeSession();
  await startSession();
  return renderPart(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ElsewherePage />
    </QueryClientProvider>,
    language,
  );
}
const card = async (name: string) => within(await screen.findByRole('region', { name }));

test('a webhook is set up by its address; its secret is shown once', async () => {
  const { user } = await show();
  const webhook = await card('Webhook');
  await user.click(webhook.getByRole('button', { name: 'Set up: Webhook' }));
  await user.type(webhook.getByLabelText('Address'), 'ha.local');
  await user.click(webhook.getByRole('button', { name: 'Turn on' }));
  expect(await webhook.findByText(/begins with http/)).toBeVisible();
  expect(asked).toEqual([]);
  await user.clear(webhook.getByLabelText('Address'));
  await user.type(webhook.getByLabelText('Address'), ' http://ha.local:8123/api/webhook/x ');
  await user.click(webhook.getByRole('button', { name: 'Turn on' }));
  expect(await webhook.findByText('whsec_c2VjcmV0')).toBeVisible();
  expect(asked).toEqual([{ kind: 'webhook', household: home.id, address: 'http://ha.local:8123/api/webhook/x' }]);
  expect(await webhook.findByText('ha.local:8123')).toBeVisible();
  expect(webhook.getByText('Nothing taken yet')).toBeVisible();
});

test('an InfluxDB asks for its bucket and token, and says why an address is refused', async () => {
  server.use(
    http.post('*/api/v1/pushes', () =>
      HttpResponse.json({ code: 'push-not-allowed', detail: '', requestId: '' }, { status: 422 }),
    ),
  );
  const { user } = await show();
  const form = await card('InfluxDB');
  await user.click(form.getByRole('button', { name: 'Set up: InfluxDB' }));
  await user.type(form.getByLabelText('Address'), 'http://10.0.0.1:8086');
  await user.click(form.getByRole('button', { name: 'Turn on' }));
  expect(await form.findByText('This is needed.')).toBeVisible();
  await user.type(form.getByLabelText('Bucket'), 'use');
  await user.type(form.getByLabelText('Token'), 't0p');
  await user.click(form.getByRole('button', { name: 'Turn on' }));
  expect(await form.findByText(/whoever runs this Wattershed decides where/)).toBeVisible();
});

test('what is on says when it was last taken and until when; what does not arrive says why, in words; it is turned off after it was asked once more', async () => {
  pushes = [influx];
  const { user } = await show();
  const one = await card('InfluxDB');
  expect(one.getByText('192.168.1.5:8086')).toBeVisible();
  expect(one.getByText(/Last taken 21 Nov.*15:30 · complete until 21 Nov.*15:15/)).toBeVisible();
  await user.click(one.getByRole('button', { name: 'Turn off: InfluxDB' }));
  const dialog = screen.getByRole('dialog', { name: 'Turn off InfluxDB?' });
  expect(asked).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Turn off' }));
  expect(await one.findByText('Off')).toBeVisible();
  expect(asked).toEqual([[`eq.${home.id}`, 'eq.influx']]);
});

test('a fault is told in words, since when', async () => {
  pushes = [{ ...influx, fault: 'refused', fault_at: '2026-11-21T10:15:00Z' }];
  await show();
  const one = await card('InfluxDB');
  expect(one.getByText('Not arriving')).toBeVisible();
  expect(one.getByText(/The token is refused.*Since 21 Nov.*15:45/)).toBeVisible();
});

test('where the operator has not allowed it the page says so, and still names every other way', async () => {
  outlets = { pushes: false, homeAssistant: false, prometheus: true };
  await show();
  expect((await card('InfluxDB')).getByText(/PUSH_NETWORKS/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Set up/ })).toBeNull();
  for (const name of ['Home Assistant', 'Files', 'API', 'Prometheus'])
    expect(screen.getByRole('heading', { name })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Everything in one file' })).toHaveAttribute('href', '/profile#export');
});

test('a list that could not be loaded offers another try', async () => {
  let fails = true;
  server.use(
    http.get('*/rest/v1/data_pushes', () =>
      fails ? HttpResponse.json({ code: 'PGRST000', message: 'no' }, { status: 400 }) : HttpResponse.json(pushes),
    ),
  );
  const { user } = await show();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  fails = false;
  await user.click(retry);
  expect(await screen.findByRole('region', { name: 'InfluxDB' })).toBeVisible();
});

test.each([
  ['es', 'Tus datos en otros sitios', 'Configurar: Webhook'],
  ['hi', 'आपका डेटा कहीं और', 'सेट करें: वेबहुक'],
] as const)('C9.1 in %s', async (language, title, setUp) => {
  await show(language);
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(await screen.findByRole('button', { name: setUp })).toBeVisible();
});

test('the quarter-hours of a month are saved as a file for a spreadsheet or for a program', async () => {
  const saved: string[] = [];
  for (const kind of ['csv', 'parquet'])
    server.use(
      http.get(`*/api/v1/usage.${kind}`, ({ request }) => {
        const { searchParams } = new URL(request.url);
        saved.push(`${kind} ${searchParams.get('month')} ${searchParams.get('household')}`);
        return new HttpResponse('PAR1');
      }),
    );
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  const { user } = await show();
  const month = await screen.findByLabelText<HTMLSelectElement>('Month');
  const [, before] = within(month).getAllByRole<HTMLOptionElement>('option');
  await user.selectOptions(month, before?.value ?? '');
  await user.click(screen.getByRole('button', { name: 'Save as CSV' }));
  await user.click(screen.getByRole('button', { name: 'Save as Parquet' }));
  await waitFor(() => expect(saved).toEqual(['csv', 'parquet'].map((kind) => `${kind} ${before?.value} ${home.id}`)));
  expect(before?.value).toMatch(/^\d{4}-\d{2}$/);
});
