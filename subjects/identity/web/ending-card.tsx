import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ServiceError } from '#shell/data/service-error.ts';
import { callService } from '#shell/data/service.ts';
import { useFormat } from '#shell/household/household.ts';
import { useNow } from '#shell/parts/clock.ts';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useUserId } from '#shell/session/session.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Field, Select } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import {
  endAccount,
  type EndAccountBody,
  type EndingFacts,
  keepAccount,
  readAccountEnding,
} from '../contract/account.ts';

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

const graceMs = 7 * 86_400_000;

function AskToEnd({ facts }: { facts: EndingFacts }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const now = useNow(60_000);
  const [asking, setAsking] = useState(false);
  const [heirs, setHeirs] = useState<Heirs>({});
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

type Heirs = EndAccountBody['heirs'];
type OwnHousehold = EndingFacts['households'][number];

interface WhatGoesProps {
  facts: EndingFacts;
  date: string;
  heirs: Heirs;
  onHeirs: (heirs: Heirs) => void;
}

/** Says what is deleted, and lets an owner hand a household over instead. */
function WhatGoes({ facts, date, heirs, onHeirs }: WhatGoesProps) {
  const { t } = useTranslation('account');
  const describe = useDescription(heirs);
  const shared = facts.households.filter(({ members }) => members.length > 0);
  return (
    <div className="space-y-4">
      <p>{t('ending.goes', { date })}</p>
      <ul className="list-disc space-y-1 pl-5">
        <li>{t('ending.you')}</li>
        {facts.households.map((household) => (
          <li key={household.id}>{describe(household)}</li>
        ))}
      </ul>
      {shared.map((household) => (
        <HeirField
          key={household.id}
          household={household}
          heir={heirs[household.id] ?? ''}
          onHeir={(heir) => onHeirs(withHeir(heirs, household.id, heir))}
        />
      ))}
      <p className="text-small text-ink-soft">{t('ending.posts')}</p>
    </div>
  );
}

function HeirField({
  household,
  heir,
  onHeir,
}: {
  household: OwnHousehold;
  heir: string;
  onHeir: (heir: string) => void;
}) {
  const { t } = useTranslation('account');
  const nameOf = useMemberName();
  const options = [
    { value: '', label: t('ending.nobody') },
    ...household.members.map((member) => ({ value: member.id, label: nameOf(household, member.id) })),
  ];
  return (
    <Field label={t('ending.heir', { name: household.name || t('ending.unnamed') })}>
      {(control) => (
        <Select {...control} options={options} value={heir} onChange={(event) => onHeir(event.target.value)} />
      )}
    </Field>
  );
}

function useDescription(heirs: Heirs): (household: OwnHousehold) => string {
  const { t } = useTranslation('account');
  const format = useFormat();
  const nameOf = useMemberName();
  return (household) => {
    const { devices, bills, hasReadings } = household;
    const heir = heirs[household.id];
    const parts = [
      devices > 0 && t('ending.devices', { count: devices }),
      hasReadings && t('ending.readings'),
      bills > 0 && t('ending.bills', { count: bills }),
    ].filter((part) => part !== false);
    const content = parts.length > 0 ? format.list(parts) : t('ending.nothing');
    return t('ending.household', {
      name: household.name || t('ending.unnamed'),
      what: heir === undefined ? content : t('ending.heirGoes', { heir: nameOf(household, heir) }),
    });
  };
}

function useMemberName(): (household: OwnHousehold, memberId: string) => string {
  const { t } = useTranslation('account');
  return ({ members }, memberId) => {
    const at = members.findIndex(({ id }) => id === memberId);
    return members[at]?.name || t('ending.member', { number: at + 1 });
  };
}

function withHeir(heirs: Heirs, householdId: string, heir: string): Heirs {
  const { [householdId]: _, ...others } = heirs;
  return heir === '' ? others : { ...others, [householdId]: heir };
}
