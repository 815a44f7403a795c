import { afterAll, beforeAll, expect, test } from 'vitest';
import { injections } from '#catalogue/testing-injections.ts';
import { aPost, type CommunityStage, openCommunity, type Person } from './testing.ts';

let stage: CommunityStage;
let ada: Person;
beforeAll(async () => {
  stage = await openCommunity();
  ada = await stage.member('Ada');
});
afterAll(() => stage.end());

/** What nobody sees, or what turns the direction of what stands around it. */
const unseen =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/u;

const write = async (trick: string) => {
  await stage.seed.owner`delete from private.allowances`;
  return ada.ask('POST', 'posts', { ...aPost, title: trick.slice(0, 100), body: `Before ${trick} after` });
};
const written = async (trick: string) => stage.read(((await write(trick)).json() as { id: string }).id);

// PostgreSQL holds no NUL at all: such a text is refused, not cut.
const [refused, taken] = [true, false].map((has) => injections.filter((trick) => trick.includes('\0') === has));

test('C2.14 tricks come back as the characters they are made of, without those that cannot be seen', async () => {
  expect(taken?.length).toBeGreaterThan(80);
  for (const trick of taken ?? []) {
    const { title, body } = await written(trick);
    const seen = trick.replaceAll(new RegExp(unseen, 'gu'), '').replace('\u0303\u0304\u0305\u0306\u0307', '');
    expect(`${title}${body}`).not.toMatch(unseen);
    expect(body).toBe(`Before ${seen} after`.normalize('NFC'));
  }
  for (const trick of refused ?? []) expect(await write(trick)).toMatchObject({ status: 400, code: 'body-malformed' });
}, 60_000);

test('C2.14 a link is http or https or refused, and so is a name made of nothing', async () => {
  for (const link of injections.filter((trick) => !/^https?:/.test(trick))) {
    const answer = await ada.ask('POST', 'posts', { ...aPost, kind: 'resource', link });
    expect([link, answer.status, answer.code]).toEqual([link, 400, 'body-malformed']);
  }
  const eve = await stage.member('Eve\u202e\u0000'.replaceAll('\0', ''));
  const post = await eve.post();
  expect((await stage.read(post)).authorName).toBe('Eve');
  const nobody = await stage.member('\u200b\u2060');
  expect((await stage.read(await nobody.post())).authorName).toBe('');
});

test('Hindi keeps its joiners and its dot below', async () => {
  const title = 'गीज़र: क्\u200dष और ऱ्\u200c';
  const post = await (await stage.member('चित्रा')).post({ title, body: 'ठीक है।', language: 'hi' });
  expect(await stage.read(post)).toMatchObject({ title: title.normalize('NFC'), authorName: 'चित्रा' });
});
