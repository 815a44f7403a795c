/** What storage-js can ask and the product does not: refused in storage's own shape, and nothing moves. */
import { documentKey } from '#subjects/bills/contract/documents.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorageSite, pdf, type StorageSite } from '#subjects/bills/service/documents/testing-storage.ts';

let site: StorageSite;
let bills: Awaited<ReturnType<StorageSite['bills']>>;
let key: string;
let other: string;
beforeAll(async () => {
  site = await openStorageSite();
  const ada = await site.stage.seed.home();
  bills = await site.bills(ada.userId);
  [key, other] = [documentKey(ada.household, 'one.pdf'), documentKey(ada.household, 'two.pdf')];
  await bills.upload(key, pdf('one'));
});
afterAll(() => site.end());

test('moving, copying, signed addresses and transformed images are not found', async () => {
  const refused = await Promise.all([
    bills.move(key, other),
    bills.copy(key, other),
    bills.createSignedUrl(key, 60),
    bills.createSignedUploadUrl(other),
    bills.download(key, { transform: { width: 10 } }),
  ]);
  expect(refused.map(({ error }) => error?.name)).toEqual(refused.map(() => 'StorageApiError'));
  expect(refused.map(({ error }) => (error as { status?: number } | null)?.status)).toEqual(refused.map(() => 404));
  expect((await bills.list(key.split('/')[0])).data?.map(({ name }) => name)).toEqual(['one.pdf']);
});

test('a public address leads to nothing, and buckets are not told', async () => {
  expect((await fetch(bills.getPublicUrl(key).data.publicUrl)).status).toBe(401);
  for (const path of ['bucket', 'bucket/bills', 'upload/resumable']) {
    const answer = await fetch(`${site.origin}/storage/v1/${path}`);
    expect([answer.status, ((await answer.json()) as { statusCode: string }).statusCode]).toEqual([404, '404']);
  }
});
