import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callService } from '#shell/data/service.ts';
import { useFormat } from '#shell/household/household.ts';
import { useNow } from '#shell/parts/clock.ts';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useAccountChanged, useAccountKey } from '#shell/session/account-queries.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import {
  type AccountEvent,
  type AccountSession,
  calledEvent,
  endOtherSessions,
  endSession,
  readAccountEvents,
  readSessions,
} from '../contract/sessions.ts';

type Ending = AccountSession | 'others';

/** Where the account is signed in; any of these can be ended from here. */
export function SessionsCard() {
  const { t } = useTranslation('sessions');
  const { data: sessions, error, refetch } = useSessions();
  const [ending, setEnding] = useState<Ending>();
  const others = sessions?.filter(({ isThis }) => !isThis) ?? [];
  return (
    <Card title={t('title')} id="sessions">
      <p className="mb-4 text-ink-soft">{t('text')}</p>
      {sessions === undefined && error !== null && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {sessions === undefined && error === null && <Skeleton className="h-16" />}
      {sessions !== undefined && (
        <ul className="border-t border-line" aria-label={t('title')}>
          {sessions.map((session) => (
            <SessionLine key={session.id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </ul>
      )}
      {others.length > 1 && (
        <Button look="secondary" className="mt-4" onClick={() => setEnding('others')}>
          {t('endOthers')}
        </Button>
      )}
      <EndDialog ending={ending} onClose={() => setEnding(undefined)} />
    </Card>
  );
}

function SessionLine({ session, onEnd }: { session: AccountSession; onEnd: () => void }) {
  const { t } = useTranslation('sessions');
  const format = useFormat();
  const now = useNow(60_000);
  const device = useDeviceName()(session);
  const since = t('since', { date: format.dateTime(Date.parse(session.madeAt)) });
  if (session.isThis)
    return (
      <Listed
        title={
          <>
            {device} <Badge>{t('this')}</Badge>
          </>
        }
        text={since}
      />
    );
  return (
    <Listed
      title={device}
      text={`${t('used', { ago: format.ago(Date.parse(session.usedAt), now) })} · ${since}`}
      action={{ label: t('end'), name: t('endNamed', { device }), onPress: onEnd }}
    />
  );
}

function useDeviceName() {
  const { t } = useTranslation('sessions');
  return ({ browser, system }: Pick<AccountSession, 'browser' | 'system'>): string => {
    if (browser !== null && system !== null) return t('device', { browser, system });
    return browser ?? system ?? t('unknown');
  };
}

function EndDialog({ ending, onClose }: { ending: Ending | undefined; onClose: () => void }) {
  const { t } = useTranslation('sessions');
  const words = useFailureMessages();
  const deviceName = useDeviceName();
  const device = ending === undefined || ending === 'others' ? '' : deviceName(ending);
  const end = useEndSession({
    onEnded: () => {
      notify(ending === 'others' ? t('othersEnded') : t('ended', { device }));
      onClose();
    },
    onFailed: (error) => {
      notify(t('failed'), words.ofService(error), 'alert');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={ending !== undefined}
      title={ending === 'others' ? t('confirmOthers') : t('confirm', { device })}
      confirmLabel={t('end')}
      isPending={end.isPending}
      onClose={onClose}
      onConfirm={() => end.mutate(ending === undefined || ending === 'others' ? undefined : ending.id)}
    >
      <p>{t('confirmText')}</p>
    </ConfirmDialog>
  );
}

/** Ends one session, or without an id all but this one. */
function useEndSession(then: { onEnded: () => void; onFailed: (error: unknown) => void }) {
  const changed = useAccountChanged();
  return useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined ? callService(endOtherSessions) : callService(endSession, { params: { id } }),
    onSuccess: then.onEnded,
    onError: then.onFailed,
    onSettled: changed,
  });
}

/** Where the person is signed in, the one used last first. */
function useSessions() {
  return useQuery({
    queryKey: useAccountKey('sessions'),
    queryFn: async () => (await callService(readSessions)).sessions,
  });
}

/** What happened to the account, the newest first: who reads it finds what they did not do. */
export function EventsCard() {
  const { t } = useTranslation('sessions');
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: useAccountKey('events'),
    queryFn: ({ pageParam }) => callService(readAccountEvents, { query: { before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ events, hasMore }) => (hasMore ? events.at(-1)?.id : undefined),
  });
  const events = data?.pages.flatMap((page) => page.events);
  return (
    <Card title={t('events.title')} id="events">
      <p className="mb-4 text-ink-soft">{t('events.text')}</p>
      {events === undefined && error !== null && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {events === undefined && error === null && <Skeleton className="h-24" />}
      {events?.length === 0 && <p>{t('events.none')}</p>}
      {events !== undefined && events.length > 0 && (
        <ul className="border-t border-line" aria-label={t('events.title')}>
          {events.map((event) => (
            <EventLine key={event.id} event={event} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button look="secondary" className="mt-4" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('events.more')}
        </Button>
      )}
    </Card>
  );
}

function EventLine({ event }: { event: AccountEvent }) {
  const { t } = useTranslation('sessions');
  const format = useFormat();
  const device = useDeviceName()(event);
  const name = calledEvent(event) ?? t('events.unnamed');
  return (
    <Listed title={t(`events.kind.${event.kind}`, { name, device })} text={format.dateTime(Date.parse(event.at))} />
  );
}

/** One of several that can be taken away: a session, an app, a passkey. */
interface ListedProps {
  title: ReactNode;
  text: ReactNode;
  action?: { label: string; name: string; onPress: () => void };
}

export function Listed({ title, text, action }: ListedProps) {
  return (
    <li className="flex items-center justify-between gap-4 border-b border-line py-2.5">
      <div className="min-w-0">
        <p className="font-semibold break-words">{title}</p>
        <p className="text-small text-ink-soft">{text}</p>
      </div>
      {action !== undefined && (
        <Button look="quiet" size="small" className="shrink-0" aria-label={action.name} onClick={action.onPress}>
          {action.label}
        </Button>
      )}
    </li>
  );
}
