import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asha, storeSession } from '#apps/web/testing/auth-answers.ts';
import { aHousehold, aMember, answerMemberships, membership } from '#apps/web/testing/households.ts';
import { startLanguage } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { queryClient } from '../data/query-client.ts';
import { startSession } from '../session/arrival.ts';
import { showInLanguage } from '../text/i18n.ts';
import { noticeStore } from '../ui/notices/notice.ts';
import { lookAt } from './choice-menu.ts';
import { currentOf, homeName, lookedAt } from './memberships.ts';
import { rememberChoice } from './household-choice.ts';
import { membershipsQuery } from './household.ts';

describe('household', () => {
  const pune = aHousehold('a', 'Pune home');
  const flat = aHousehold('b', 'Sea flat');
  const query = membershipsQuery(asha.id);
  const read = () => queryClient.fetchQuery({ ...query, staleTime: 0 });
  const shown = async () => currentOf(await read())?.households.name;

  beforeEach(async () => {
    queryClient.clear();
    storeSession();
    await startSession();
  });

  test('C7.10 of several households the chosen one is looked at, else the one joined first', async () => {
    const { profile } = answerMemberships([membership(pune), membership(flat, 'viewer')]);
    expect(await shown()).toBe('Pune home');
    profile.current_household = flat.id;
    expect(await shown()).toBe('Sea flat');
    expect(lookedAt(asha.id)).toBe(flat.id);
    expect(lookedAt('somebody-else')).toBeUndefined();
  });

  test('C7.10 another household is shown at once, and the profile is told', async () => {
    const { profile } = answerMemberships([membership(pune), membership(flat)]);
    await read();
    await lookAt(queryClient, asha.id, flat.id);
    expect(currentOf(queryClient.getQueryData(query.queryKey))?.households.name).toBe('Sea flat');
    await waitFor(() => expect(profile.current_household).toBe(flat.id));
  });

  test('a choice made without a network lasts, and is told when there is one', async () => {
    const { profile } = answerMemberships([membership(pune), membership(flat)]);
    rememberChoice(asha.id, flat.id);
    server.use(http.patch('*/rest/v1/profiles', () => HttpResponse.error()));
    expect(await shown()).toBe('Sea flat');
    expect(profile.current_household).toBeNull();
    server.resetHandlers();
    const { profile: later } = answerMemberships([membership(pune), membership(flat)]);
    expect(await shown()).toBe('Sea flat');
    expect(later.current_household).toBe(flat.id);
  });

  test('a choice that the profile refuses, as one is not in it any more, is forgotten', async () => {
    answerMemberships([membership(pune), membership(flat)]);
    rememberChoice(asha.id, 'gone');
    server.use(
      http.patch('*/rest/v1/profiles', () => HttpResponse.json({ code: '23503', message: 'no' }, { status: 409 })),
    );
    expect(await shown()).toBe('Pune home');
  });

  test('C1.1 whoever is put out while the page is open is told, sees another household, and keeps nothing of it', async () => {
    await startLanguage('en');
    answerMemberships([membership(pune), membership(flat)]);
    await read();
    queryClient.setQueryData(['devices', pune.id], ['theirs']);
    queryClient.setQueryData(['devices', flat.id], ['mine']);
    answerMemberships([membership(flat)]);
    expect(await shown()).toBe('Sea flat');
    await waitFor(() => expect(noticeStore.read().at(-1)?.title).toBe('You are no longer in Pune home'));
    expect(noticeStore.read().at(-1)?.text).toBe('Now showing Sea flat.');
    await waitFor(() => expect(queryClient.getQueryData(['devices', pune.id])).toBeUndefined());
    expect(queryClient.getQueryData(['devices', flat.id])).toEqual(['mine']);
  });

  test('C6.1 a role that somebody else has changed is told', async () => {
    await startLanguage('en');
    answerMemberships([membership(pune, 'member')]);
    await read();
    answerMemberships([membership(pune, 'viewer')]);
    await read();
    await waitFor(() => expect(noticeStore.read().at(-1)?.title).toBe('Your role in Pune home has changed'));
    answerMemberships([membership(pune, 'viewer', ['hall'])]);
    await read();
    await waitFor(() => expect(noticeStore.read().at(-1)?.title).toBe('What you can switch in Pune home has changed'));
  });

  test('C9.6 nobody waits for whose a household without a name is; it is asked again at the next reading', async () => {
    const foreign = aHousehold('a', '');
    answerMemberships([membership(foreign, 'viewer')]);
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
    server.use(http.get('*/api/v1/household/:id/members', () => new Promise<never>(() => undefined)));
    expect((await read())?.all[0]?.households).toEqual(foreign);
    expect(timeout).toHaveBeenCalledWith(2000);
    timeout.mockRestore();
    server.use(
      http.get('*/api/v1/household/:id/members', () =>
        HttpResponse.json({ members: [aMember('ben', 'Ben', 'owner')] }),
      ),
    );
    expect((await read())?.all[0]?.households.ownerName).toBe('Ben');
  });
});

describe('memberships', () => {
  afterEach(() => showInLanguage('en'));

  test.each([
    ['en', 'Demo home', 'My household', 'A home shared with you'],
    ['es', 'Hogar de demostración', 'Mi hogar', 'Un hogar compartido contigo'],
    ['hi', 'डेमो घर', 'मेरा घर', 'आपके साथ साझा घर'],
  ] as const)(
    'C1.4 homes without a name of their own are called in the language shown: %s',
    async (language, demo, own, shared) => {
      await showInLanguage(language);
      expect(homeName(aHousehold('1', 'Demo home', { kind: 'guest' }), true)).toBe(demo);
      expect(homeName(aHousehold('1', 'Demo home'), true)).toBe('Demo home');
      expect(homeName(aHousehold('1', ''), true)).toBe(own);
      expect(homeName(aHousehold('1', ''), false)).toBe(shared);
    },
  );
});
