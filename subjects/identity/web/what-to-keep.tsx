/** After a reset by mail: what still lets others in, and what of it ends. Under Devices and Household it can be ended later too. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { type AccountAccess, endAccess, type EndAccessBody, readAccountAccess } from '../contract/account.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { useFormat } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { callService } from '#shell/data/service.ts';
import { useAccountKey } from '#shell/session/account-queries.ts';
import { Button } from '#shell/ui/button.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';

export type Home = AccountAccess['households'][number];

/** Who can see the homes of whoever is in: asked anew each time, for it decides who stays. */
export const useAccountAccess = () =>
  useQuery({ queryKey: useAccountKey('access'), queryFn: () => callService(readAccountAccess), staleTime: 0 });

/** `children`: the way on, once all is answered. */
export function WhatToKeep({ children }: { children: ReactNode }) {
  const { t } = useTranslation('account');
  const { data, error, refetch } = useAccountAccess();
  const [isDone, setDone] = useState(false);
  if (data === undefined)
    return error === null ? (
      <Skeleton className="h-24" />
    ) : (
      <LoadFailure error={error} onRetry={() => void refetch()} />
    );
  return (
    <div className="space-y-5">
      {data.ended > 0 && (
        <p className="rounded-control bg-power-soft px-4 py-3">{t('keep.ended', { count: data.ended })}</p>
      )}
      {data.households.length > 0 && !isDone ? (
        <Choice homes={data.households} onDone={() => setDone(true)} />
      ) : (
        children
      )}
    </div>
  );
}

function Choice({ homes, onDone }: { homes: Home[]; onDone: () => void }) {
  const { t } = useTranslation('account');
  const words = useFailureMessages();
  const [ending, setEnding] = useState<ReadonlySet<string>>(new Set());
  const end = useMutation({
    mutationFn: () => callService(endAccess, { body: chosen(homes, ending) }),
    onSuccess: () => {
      notify(t('keep.done', { count: ending.size }));
      onDone();
    },
    onError: (error) => notify(words.ofService(error), undefined, 'alert'),
  });
  const lines = useLines();
  const put = (key: string, isEnding: boolean) =>
    setEnding((before) => new Set(isEnding ? [...before, key] : [...before].filter((one) => one !== key)));
  return (
    <section aria-labelledby="keep-title" className="space-y-4">
      <h2 id="keep-title" className="text-title">
        {t('keep.title')}
      </h2>
      <p className="text-ink-soft">{t('keep.text')}</p>
      {homes.map((home) => (
        <div key={home.id}>
          {homes.length > 1 && <h3 className="font-semibold">{home.name || t('keep.unnamed')}</h3>}
          <ul className="border-t border-line">
            {lines(home).map(({ key, title, text }) => (
              <li
                key={key}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3"
              >
                <div className="min-w-0 flex-1 basis-56">
                  <p className="font-semibold wrap-anywhere">{title}</p>
                  <p className="text-small text-ink-soft">{text}</p>
                </div>
                <SegmentedControl
                  label={title}
                  value={ending.has(key) ? 'end' : 'keep'}
                  options={[
                    { value: 'keep', label: t('keep.keep') },
                    { value: 'end', label: t('keep.end') },
                  ]}
                  onChange={(choice) => put(key, choice === 'end')}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {ending.size === 0 ? (
        <Button onClick={onDone}>{t('keep.all')}</Button>
      ) : (
        <Button look="danger" pending={end.isPending} onClick={() => end.mutate()}>
          {t('keep.apply', { count: ending.size })}
        </Button>
      )}
    </section>
  );
}

const keys = {
  token: (id: number) => `token ${id}`,
  assistant: (id: string) => `assistant ${id}`,
  wall: (id: string) => `wall ${id}`,
  push: (home: string, kind: string) => `push ${home} ${kind}`,
  pull: (id: string) => `pull ${id}`,
  invitation: (id: string) => `invitation ${id}`,
  person: (home: string, id: string) => `person ${home} ${id}`,
};

/** What of all that is named by its keys, as it is asked to end. */
export const chosen = (homes: Home[], ending: ReadonlySet<string>): EndAccessBody => ({
  tokens: homes.flatMap(({ tokens }) => tokens.filter(({ id }) => ending.has(keys.token(id))).map(({ id }) => id)),
  assistants: homes.flatMap(({ assistants }) =>
    assistants.filter(({ id }) => ending.has(keys.assistant(id))).map(({ id }) => id),
  ),
  walls: homes.flatMap(({ walls }) => walls.filter(({ id }) => ending.has(keys.wall(id))).map(({ id }) => id)),
  pushes: homes.flatMap(({ id: household, pushes }) =>
    pushes.filter(({ kind }) => ending.has(keys.push(household, kind))).map(({ kind }) => ({ household, kind })),
  ),
  pulls: homes.flatMap(({ pulls }) => pulls.filter(({ id }) => ending.has(keys.pull(id))).map(({ id }) => id)),
  invitations: homes.flatMap(({ invitations }) =>
    invitations.filter(({ id }) => ending.has(keys.invitation(id))).map(({ id }) => id),
  ),
  people: homes.flatMap(({ id: household, people }) =>
    people
      .filter(({ userId }) => ending.has(keys.person(household, userId)))
      .map(({ userId }) => ({ household, userId })),
  ),
});

/** What each is, in words. */
export function useLines() {
  const { t } = useTranslation('account');
  const format = useFormat();
  const day = (at: string) => format.dateTime(Date.parse(at));
  const madeAndUsed = ({
    createdAt,
    usedAt,
    madeBy,
  }: Pick<Home['tokens'][number], 'createdAt' | 'usedAt' | 'madeBy'>) =>
    [
      madeBy ? t('keep.madeBy', { name: madeBy, date: day(createdAt) }) : t('keep.made', { date: day(createdAt) }),
      usedAt === null ? t('keep.unused') : t('keep.used', { date: day(usedAt) }),
    ].join(' ');
  return ({ id: home, people, invitations, tokens, assistants, walls, pushes, pulls }: Home) => [
    ...people.map(({ userId, name, email, role, joinedAt, seenAt }) => ({
      key: keys.person(home, userId),
      title: name || email || t('keep.noName'),
      text: `${name && email ? t(`keep.role.${role}`, { email }) : t(`keep.roleOnly.${role}`)} ${t('keep.since', { date: day(joinedAt) })}${seenAt === null ? '' : ` ${t('keep.seen', { date: day(seenAt) })}`}`,
    })),
    ...invitations.map(({ id, role, email, expiresAt }) => ({
      key: keys.invitation(id),
      title: email === null ? t('keep.anybody') : t('keep.invited', { email }),
      text: `${t(`keep.invitation.${role}`)} ${t('keep.until', { date: day(expiresAt) })}`,
    })),
    ...tokens.map((token) => ({
      key: keys.token(token.id),
      title: t('keep.token', { name: token.name || `…${token.hint}` }),
      text: madeAndUsed(token),
    })),
    ...assistants.map((token) => ({
      key: keys.assistant(token.id),
      title: t('keep.assistant', { name: token.name || `…${token.hint}` }),
      text: madeAndUsed(token),
    })),
    ...walls.map((token) => ({
      key: keys.wall(token.id),
      title: t('keep.wall', { name: token.name || `…${token.hint}` }),
      text: madeAndUsed(token),
    })),
    ...pushes.map((push) => ({
      key: keys.push(home, push.kind),
      title: t('keep.push', { name: push.name }),
      text: madeAndUsed(push),
    })),
    ...pulls.map((pull) => ({
      key: keys.pull(pull.id),
      title: t('keep.pull', { name: pull.name }),
      text: madeAndUsed(pull),
    })),
  ];
}
