import {
  endAccount,
  type EndAccountBody,
  type EndingFacts,
  keepAccount,
  readAccountEnding,
} from '../contract/account.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#shell/parts/clock.ts';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { useFormat } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { callService } from '#shell/data/service.ts';
import { ServiceError } from '#shell/data/service-error.ts';
import { useUserId } from '#shell/session/session.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/card.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { WhatGoes } from './what-goes.tsx';

const graceMs = 7 * 86_400_000;

export function EndingCard() {
  const { t } = useTranslation('account');
  const { data, error, refetch } = useQuery(endingQuery(useUserId()));
  return (
    <Card title={t('ending.title')} id="delete">
      {data === undefined && error !== null && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="h-24" />}
      {data !== undefined &&
        data !== null &&
        (data.dueAt === null ? <AskToEnd facts={data} /> : <Pending dueAt={data.dueAt} />)}
    </Card>
  );
}

function AskToEnd({ facts }: { facts: EndingFacts }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const now = useNow(60_000);
  const [asking, setAsking] = useState(false);
  const [heirs, setHeirs] = useState<EndAccountBody['heirs']>({});
  const end = useEnding(() => callService(endAccount, { body: { heirs } }));
  return (
    <>
      <p className="mb-4 text-ink-soft">{t('ending.text')}</p>
      <Button look="secondary" className="text-alert" onClick={() => setAsking(true)}>
        {t('ending.start')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('ending.ask')}
        confirmLabel={t('ending.confirm')}
        isPending={end.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => end.mutate()}
      >
        <WhatGoes facts={facts} date={format.day(now + graceMs)} heirs={heirs} onHeirs={setHeirs} />
      </ConfirmDialog>
    </>
  );
}

function Pending({ dueAt }: { dueAt: string }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const keep = useEnding(() => callService(keepAccount));
  return (
    <>
      <p role="status" className="mb-4 rounded-control bg-alert-soft px-4 py-3">
        {t('ending.pending', { date: format.dateTime(Date.parse(dueAt)) })}
      </p>
      <Button pending={keep.isPending} onClick={() => keep.mutate()}>
        {t('ending.keep')}
      </Button>
    </>
  );
}

/** Asks for the end or takes it back, and tells what holds then. */
function useEnding(call: () => Promise<EndingFacts | void>) {
  const { t } = useTranslation(['account', 'errors']);
  const format = useFormat();
  const client = useQueryClient();
  const query = endingQuery(useUserId());
  return useMutation({
    mutationFn: call,
    onSuccess: async (facts) => {
      const dueAt = facts?.dueAt;
      notify(dueAt ? t('ending.asked', { date: format.day(Date.parse(dueAt)) }) : t('ending.kept'));
      await client.invalidateQueries(query);
    },
    onError: (error) =>
      notify(t('ending.failed'), t(`errors:${error instanceof ServiceError ? error.code : 'internal'}`), 'alert'),
  });
}

function endingQuery(userId: string | undefined) {
  return queryOptions({
    queryKey: ['ending', userId ?? null],
    queryFn: ({ signal }) => (userId === undefined ? null : callService(readAccountEnding, { signal })),
  });
}
