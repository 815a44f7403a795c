import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { DoorClosed, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { askTables } from '#shell/data/tables.ts';
import { useFormat, useHousehold, useRights } from '#shell/household/household.ts';
import { useForm } from '#shell/parts/form.tsx';
import { useNow } from '#shell/parts/clock.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { regionalOf } from '#shell/text/format.ts';
import { localDayOf } from '#shell/text/local-day.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormActions, FormAlert, TextField } from '#shell/ui/field.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify, notifyWithAction } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import type { HomeAbsence } from '#supabase/tables/index.ts';

/** So many of those that are over stand on the page. */
const maxEarlier = 3;

/** When nobody is at home: said, ended and taken back by those who may write. */
export function AwayCard() {
  const { t } = useTranslation('rules');
  const absences = useAbsences();
  const mayWrite = useRights().data?.mayWrite ?? false;
  const { timeZone } = regionalOf(useHousehold().data);
  const [isAdding, setAdding] = useState(false);
  const today = localDayOf(useNow(60_000), timeZone);
  const all = absences.data ?? [];
  const isOver = ({ ends }: Absence): boolean => ends !== null && ends < today;
  const earlier = all.filter(isOver);
  const shown = [...all.filter((one) => !isOver(one)), ...earlier.slice(0, maxEarlier)];
  return (
    <Card id="away" title={t('away.title')}>
      <p className="text-small text-ink-soft">{t('away.about')}</p>
      {absences.isError && absences.data === undefined ? (
        <LoadFailure error={absences.error} onRetry={() => void absences.refetch()} />
      ) : absences.data === undefined ? (
        <Skeleton className="mt-3 h-12" />
      ) : shown.length === 0 ? (
        <p className="mt-3">{t('away.none')}</p>
      ) : (
        <ul className="mt-2">
          {shown.map((absence) => (
            <AbsenceRow key={absence.id} absence={absence} today={today} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
      {earlier.length > maxEarlier && (
        <p className="figures mt-1 text-small text-ink-soft">
          {t('away.earlier', { count: earlier.length - maxEarlier })}
        </p>
      )}
      {mayWrite && (
        <Button
          look="secondary"
          className="mt-3"
          icon={<DoorClosed className="size-5" aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('away.add')}
        </Button>
      )}
      <Dialog open={isAdding} onClose={() => setAdding(false)} closeLabel={t('away.close')} title={t('away.form')}>
        {isAdding && <AwayForm today={today} onDone={() => setAdding(false)} />}
      </Dialog>
    </Card>
  );
}

function AbsenceRow({ absence, today, mayWrite }: { absence: Absence; today: string; mayWrite: boolean }) {
  const { t } = useTranslation('rules');
  const format = useFormat();
  const { ofThrown } = useFailureMessages();
  const { add, end, remove } = useAbsenceWrites();
  const { id, starts, ends } = absence;
  const day = (text: string) =>
    format.date(Date.parse(text), {
      timeZone: 'UTC',
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    });
  const from = day(starts);
  const isNow = starts <= today && (ends === null || ends >= today);
  const failed = (error: Error) => notify(t('away.failed'), ofThrown(error), 'alert');
  const said =
    ends !== null
      ? t('away.range', { from, to: day(ends) })
      : t(starts > today ? 'away.openAhead' : 'away.open', { from });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2 last:border-b-0">
      <span className="figures">
        {said}
        {isNow && <strong className="ml-2 font-semibold text-power-text">{t('away.now')}</strong>}
      </span>
      {mayWrite && (
        <span className="flex flex-wrap gap-1">
          {isNow && (
            <Button
              look="quiet"
              size="small"
              onClick={() =>
                end.mutate({ id, ends: today }, { onSuccess: () => notify(t('away.backSaved')), onError: failed })
              }
            >
              {t('away.back')}
            </Button>
          )}
          <Button
            look="quiet"
            size="small"
            icon={<Trash2 className="size-4" aria-hidden />}
            aria-label={t('away.removeOf', { from })}
            onClick={() =>
              remove.mutate(id, {
                onSuccess: () =>
                  notifyWithAction(t('away.removed'), {
                    label: t('away.undo'),
                    onSelect: () => add.mutate({ id, starts, ends }, { onError: failed }),
                  }),
                onError: failed,
              })
            }
          >
            {t('away.remove')}
          </Button>
        </span>
      )}
    </li>
  );
}

const days = { min: '2000-01-01', max: '2099-12-31' };

function AwayForm({ today, onDone }: { today: string; onDone: () => void }) {
  const { t } = useTranslation('rules');
  const { add } = useAbsenceWrites();
  const form = useForm({
    values: { from: today, to: '' },
    check: ({ from, to }) => ({
      from: from < days.min || from > days.max ? t('away.noDay') : undefined,
      to: to === '' ? undefined : to < from ? t('away.wrongOrder') : to > days.max ? t('away.noDay') : undefined,
    }),
    send: async ({ from, to }) => {
      await add.mutateAsync({ starts: from, ends: to === '' ? null : to });
      notify(t('away.saved'));
      onDone();
    },
    refusal: (_error, reason) => `${t('away.failed')} ${reason}`,
  });
  return (
    <form {...form.props} className="space-y-4">
      <TextField {...form.field('from')} label={t('away.from')} type="date" {...days} />
      <TextField {...form.field('to')} label={t('away.to')} hint={t('away.toHint')} type="date" {...days} />
      <FormAlert>{form.alert}</FormAlert>
      <FormActions submit={t('away.save')} cancel={t('away.cancel')} onCancel={onDone} pending={form.isPending} />
    </form>
  );
}

// As its people have said: asked and written at the table.

export type Absence = Pick<HomeAbsence, 'id' | 'starts' | 'ends'>;

const absencesKey = ['home-absences'] as const;

/** The latest first. */
function useAbsences() {
  const household = useHousehold().data?.id;
  return useQuery({
    queryKey: [...absencesKey, household ?? null],
    meta: keptOffline,
    queryFn: () =>
      askTables<Absence[]>((tables) =>
        tables
          .from('home_absences')
          .select('id,starts,ends')
          .eq('household_id', household ?? '')
          .order('starts', { ascending: false }),
      ),
    enabled: household !== undefined,
  });
}

function useAbsenceWrites() {
  const queries = useQueryClient();
  const household_id = useHousehold().data?.id ?? '';
  // Without a network it fails at once, and that is said.
  const done = {
    networkMode: 'always',
    onSuccess: () => queries.invalidateQueries({ queryKey: absencesKey }),
  } as const;
  return {
    add: useMutation({
      mutationFn: (row: Omit<Absence, 'id'> & { id?: string }) =>
        askTables((tables) => tables.from('home_absences').insert({ household_id, ...row })),
      ...done,
    }),
    end: useMutation({
      mutationFn: ({ id, ends }: Pick<Absence, 'id' | 'ends'>) =>
        askTables((tables) => tables.from('home_absences').update({ ends }).match({ household_id, id })),
      ...done,
    }),
    remove: useMutation({
      mutationFn: (id: string) =>
        askTables((tables) => tables.from('home_absences').delete().match({ household_id, id })),
      ...done,
    }),
  };
}
