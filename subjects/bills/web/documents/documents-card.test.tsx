import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { documentKey, documentLimits } from '../../contract/documents.ts';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { forgetStorage } from '#shell/data/storage.ts';
import { asha, storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { noticeStore } from '#shell/ui/notices/notice.ts';
import { DocumentsCard } from './documents-card.tsx';

beforeEach(() => {
  queryClient.clear();
  forgetStorage();
});

const householdId = '5b1e6f0a-0000-4000-8000-0000000000aa';
const household = {
  id: householdId,
  kind: 'home',
  time_zone: 'Asia/Kolkata',
  currency: 'INR',
  units: 'metric',
  country: 'IN',
};

interface Kept {
  name: string;
  size?: number;
  type?: string;
}

/** What the backend keeps; uploads and removals change it. */
async function open({ kept = [] as Kept[], role = 'owner', kind = 'home' } = {}) {
  const files = new Map(
    kept.map(({ name, size = 1234, type = 'application/pdf' }) => [documentKey(householdId, name), { size, type }]),
  );
  const asked: { body: unknown; authorization: string | null }[] = [];
  server.use(
    http.get('*/rest/v1/household_members', () =>
      HttpResponse.json([{ role, switch_rooms: null, households: { ...household, kind } }]),
    ),
    http.post('*/storage/v1/object/list/bills', async ({ request }) => {
      asked.push({ body: await request.json(), authorization: request.headers.get('authorization') });
      return HttpResponse.json(
        [...files].map(([key, { size, type }]) => ({
          id: key,
          name: key.slice(householdId.length + 1),
          created_at: '2026-11-03T10:00:00Z',
          metadata: { size, mimetype: type },
        })),
      );
    }),
    http.post('*/storage/v1/object/bills/*', ({ request }) => {
      const key = decodeURIComponent(new URL(request.url).pathname.split('/bills/')[1] ?? '');
      files.set(key, { size: 20, type: 'application/pdf' });
      return HttpResponse.json({ Id: '1', Key: `bills/${key}` });
    }),
    http.delete('*/storage/v1/object/bills', async ({ request }) => {
      const { prefixes } = (await request.json()) as { prefixes: string[] };
      return HttpResponse.json(prefixes.filter((key) => files.delete(key)).map((name) => ({ name })));
    }),
  );
  storeSession();
  await startSession();
  const rendered = await renderPart(
    <QueryClientProvider client={queryClient}>
      <DocumentsCard />
    </QueryClientProvider>,
  );
  return { ...rendered, files, asked };
}

const pdf = (name: string, bytes: BlobPart = '%PDF-1.7 a bill') => new File([bytes], name, { type: 'application/pdf' });
const input = () => screen.findByLabelText<HTMLInputElement>('Add documents');
const notices = () => noticeStore.read().map(({ title, text, tone }) => ({ title, text, tone }));
const row = (name: string) =>
  within(document.querySelector<HTMLElement>(`[data-document="${CSS.escape(name)}"]`) ?? document.body);

test('C6.2 a visitor sees no documents, and nothing is asked', async () => {
  await startSession();
  await renderPart(
    <QueryClientProvider client={queryClient}>
      <DocumentsCard />
    </QueryClientProvider>,
  );
  expect(screen.queryByRole('region', { name: 'Documents' })).toBeNull();
});

test('C7.16 documents are listed with their size and date, asked for as the person, a hundred at a time', async () => {
  const { asked } = await open({
    kept: [
      { name: 'मार्च.pdf', size: 2_345_678 },
      { name: 'use.csv', size: 900, type: 'text/csv' },
    ],
  });
  const list = within(await screen.findByRole('list', { name: 'Documents, newest first' }));
  expect(list.getByText('मार्च.pdf')).toBeVisible();
  expect(list.getByText(/2\.3 MB/)).toHaveTextContent('2.3 MB · 3 Nov 2026');
  expect(screen.getByText(/2\.3 MB of 200 MB used/)).toBeVisible();
  expect(asked).toMatchObject([
    {
      authorization: 'Bearer token-1',
      body: { prefix: householdId, limit: 100, offset: 0, sortBy: { column: 'created_at', order: 'desc' } },
    },
  ]);
});

test('with nothing kept the card says so, and says its limits before', async () => {
  await open({ kind: 'guest' });
  expect(await screen.findByText(/No documents yet/)).toBeVisible();
  expect(await input()).toHaveAccessibleDescription(/up to 10\sMB each\. 0\skB of 20\sMB used\./);
});

test('files are sent one after the other, and a notice says how many', async () => {
  const { user, files } = await open();
  await user.upload(await input(), [pdf('May.pdf'), pdf('June.pdf')]);
  expect(await screen.findByText('June.pdf')).toBeVisible();
  expect([...files.keys()]).toEqual([`${householdId}/May.pdf`, `${householdId}/June.pdf`]);
  await waitFor(() => expect(notices().at(-1)).toMatchObject({ title: '2 documents added', text: undefined }));
});

test('what is on its way is shown, and a file dropped does as well', async () => {
  await open();
  server.use(
    http.post('*/storage/v1/object/bills/*', async () => {
      await delay('infinite');
    }),
  );
  const zone = (await input()).closest('label') as HTMLElement;
  fireEvent.dragOver(zone, { dataTransfer: { files: [] } });
  fireEvent.drop(zone, { dataTransfer: { files: [pdf('dropped.pdf')] } });
  expect(await screen.findByRole('progressbar', { name: 'Sending dropped.pdf' })).toBeVisible();
});

test.each([
  ['empty', pdf('a.pdf', ''), 'This file is empty.'],
  ['too large', pdf('a.pdf', new Uint8Array(documentLimits.fileBytes + 1)), 'This file is larger than 10 MB.'],
  ['a page', new File(['<p>'], 'a.html', { type: 'text/html' }), /Only PDF, PNG/],
  ['not what its name says', pdf('a.pdf', 'hello'), /a file must be what its name says/],
  ['already here', pdf('May.pdf'), /A document with this name is already here/],
])('a file that is %s is not sent, and told why', async (_case, file, words) => {
  const { files } = await open({ kept: [{ name: 'May.pdf' }] });
  fireEvent.change(await input(), { target: { files: [file] } });
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(screen.getByRole('alert')).toHaveTextContent(file.name);
  expect(files.size).toBe(1);
});

test('without room left nothing is sent', async () => {
  const { user, files } = await open({ kept: [{ name: 'all.pdf', size: documentLimits.householdBytes }] });
  await user.upload(await input(), pdf('more.pdf'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not enough room is left');
  expect(files.size).toBe(1);
});

test.each([
  [400, '409', /A document with this name is already here/],
  [413, '413', /Not enough room/],
  [403, '403', 'You cannot do this here.'],
  [400, '415', /Only PDF, PNG/],
  [429, '429', /a lot at once/],
  [500, '500', 'Something went wrong on our side.'],
])('C8.6 a refusal of the backend (%i, %s) is put into words', async (status, statusCode, words) => {
  const { user } = await open();
  server.use(
    http.post('*/storage/v1/object/bills/*', () =>
      HttpResponse.json({ statusCode, error: 'raw', message: 'raw words' }, { status }),
    ),
  );
  await user.upload(await input(), pdf('a.pdf'));
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(screen.getByRole('alert')).not.toHaveTextContent('raw');
});

test('a document is given back under its own name', async () => {
  const { user } = await open({ kept: [{ name: 'Año "1".pdf' }] });
  const saved: { name: string; content: Promise<string> }[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push({ name: '', content: (blob as Blob).text() });
    return 'blob:1';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const last = saved.at(-1);
    if (last) last.name = this.download;
  });
  server.use(
    http.get(`*/storage/v1/object/bills/${householdId}/*`, () =>
      HttpResponse.arrayBuffer(new TextEncoder().encode('%PDF-1').buffer),
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'Download Año "1".pdf' }));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Año "1".pdf']));
  expect(await saved[0]?.content).toBe('%PDF-1');

  server.use(
    http.get('*/storage/v1/object/bills/*', () =>
      HttpResponse.json({ statusCode: '404', error: 'not_found', message: 'Object not found' }, { status: 404 }),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Download Año "1".pdf' }));
  await waitFor(() => expect(notices().at(-1)?.text).toMatch(/It is no longer here/));
});

test('deleting is asked for once more; then the list is without it and the focus has a place', async () => {
  const { user, files } = await open({ kept: [{ name: 'May.pdf' }, { name: 'June.pdf' }] });
  await user.click(await screen.findByRole('button', { name: 'Delete May.pdf' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('May.pdf')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(files.size).toBe(2);
  await user.click(screen.getByRole('button', { name: 'Delete May.pdf' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete for good' }));
  await waitFor(() => expect(screen.queryByText('May.pdf')).toBeNull());
  expect([...files.keys()]).toEqual([`${householdId}/June.pdf`]);
  await waitFor(async () => expect(await input()).toHaveFocus());
});

test('C6.3 a viewer may read and download, and is offered nothing else', async () => {
  await open({ kept: [{ name: 'May.pdf' }], role: 'viewer' });
  expect(await screen.findByRole('button', { name: 'Download May.pdf' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
  expect(screen.queryByLabelText('Add documents')).toBeNull();
  expect(screen.getByText(/Members of the household can add; its owner can delete/)).toBeVisible();
});

test('C6.1 a member adds documents and deletes none', async () => {
  await open({ kept: [{ name: 'May.pdf' }], role: 'member' });
  expect(await screen.findByRole('button', { name: 'Download May.pdf' })).toBeVisible();
  expect(screen.getByLabelText('Add documents')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
});

test('a long list begins with its newest twelve', async () => {
  const { user } = await open({ kept: Array.from({ length: 14 }, (_, index) => ({ name: `bill ${index}.pdf` })) });
  expect(await screen.findByText('bill 11.pdf')).toBeVisible();
  expect(screen.queryByText('bill 12.pdf')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show all 14 documents' }));
  expect(screen.getByText('bill 13.pdf')).toBeVisible();
});

test('when loading fails the card says so and offers a retry', async () => {
  server.use(
    http.get('*/rest/v1/household_members', () =>
      HttpResponse.json([{ role: 'owner', switch_rooms: null, households: household }]),
    ),
    http.post('*/storage/v1/object/list/bills', () =>
      HttpResponse.json({ statusCode: '400', error: 'x', message: 'x' }, { status: 400 }),
    ),
  );
  storeSession(asha);
  await startSession();
  const { user } = await renderPart(
    <QueryClientProvider client={queryClient}>
      <DocumentsCard />
    </QueryClientProvider>,
  );
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.use(http.post('*/storage/v1/object/list/bills', () => HttpResponse.json([])));
  await user.click(retry);
  expect(await screen.findByText(/No documents yet/)).toBeVisible();
});

test('a name with markup is shown as it is', async () => {
  await open({ kept: [{ name: '<img src=x onerror=alert(1)>.pdf' }] });
  expect(await screen.findByText('<img src=x onerror=alert(1)>.pdf')).toBeVisible();
  expect(row('<img src=x onerror=alert(1)>.pdf').queryByRole('img')).toBeNull();
});
