import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  CircleCheck,
  CirclePause,
  EllipsisVertical,
  KeyRound,
  Pause,
  Play,
  Plus,
  RefreshCw,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { askTables } from '#shell/data/tables.ts';
import { useDevices } from '#shell/household/connected-devices.ts';
import { useFormat, useHousehold, useRights } from '#shell/household/household.ts';
import { useNow } from '#shell/parts/clock.ts';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button, Spinner } from '#shell/ui/button.tsx';
import { Progress } from '#shell/ui/file-transfer.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Menu, type MenuItem } from '#shell/ui/menu.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import type { Pull } from '#supabase/tables/index.ts';
import type { PullKind } from '../../contract/pulls.ts';
import { useMeters } from '../device-queries.ts';
import { useSources } from '../sources.ts';
import { PullDialog } from './pull-dialog.tsx';

/** What is fetched from services of others, how each goes, and the way to set up another. */
export function PullsCard() {
  const { t } = useTranslation('pulls');
  const { data: household } = useHousehold();
  const mayWrite = useRights().data?.mayWrite === true;
  const sources = useSources();
  // Where nothing is asked in the home's network here, nobody is offered it.
  const kinds = sources?.pulls.filter(({ isLocal }) => sources.polls || !isLocal) ?? [];
  const pulls = usePulls();
  const [editing, setEditing] = useState<{ kind: PullKind; pull?: Pull }>();
  if (household?.kind !== 'home' || !mayWrite || kinds.length === 0) return null;
  const kindOf = ({ kind }: Pull) => sources?.pulls.find(({ id }) => id === kind);
  return (
    <Card id="pulls" title={t('title')}>
      <Arrival />
      <p className="mb-4 max-w-2xl text-ink-soft">{t('text')}</p>
      {pulls.length > 0 && (
        <ul className="mb-4 border-t border-line" aria-label={t('title')}>
          {pulls.map((pull) => {
            const kind = kindOf(pull);
            return (
              <PullRow
                key={pull.id}
                pull={pull}
                kind={kind}
                onNewKey={kind?.hasKey ? () => setEditing({ kind, pull }) : undefined}
              />
            );
          })}
        </ul>
      )}
      <ul className="flex flex-wrap gap-2" aria-label={t('add')}>
        {kinds.map((kind) => (
          <li key={kind.id}>
            <Button
              look="secondary"
              size="small"
              className="text-left"
              icon={<Plus className="size-4.5 shrink-0" aria-hidden />}
              onClick={() => setEditing({ kind })}
            >
              {t(`name.${kind.id}`, { defaultValue: kind.label })}
            </Button>
          </li>
        ))}
      </ul>
      <PullDialog target={editing} household={household} pulls={pulls} onClose={() => setEditing(undefined)} />
    </Card>
  );
}

/** Drawn with the card, which comes only with its data: brings it to the top for whoever was sent here. */
function Arrival() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === '#pulls') document.getElementById('pulls')?.scrollIntoView();
  }, [hash]);
  return null;
}

const pullsKey = 'pulls';
/** While somebody looks, an answer is about to come. */
const lookEveryMs = 5_000;
const columns =
  'household_id,id,kind,meter_id,settings,set_up_by,added_at,since,pulled_to,is_filled,succeeded_at,rejected,fault,fault_at,failures,is_paused,next_at';

function usePulls(): readonly Pull[] {
  const householdId = useHousehold().data?.id;
  const { data = [] } = useQuery({
    queryKey: [pullsKey, householdId ?? null],
    queryFn: () =>
      askTables<Pull[]>((tables) =>
        tables
          .from('pulls')
          .select(columns)
          .eq('household_id', householdId as string)
          .order('added_at', { ascending: true }),
      ),
    enabled: householdId !== undefined,
    refetchInterval: ({ state }) => (state.data?.length ? lookEveryMs : false),
  });
  return data;
}

interface PullRowProps {
  pull: Pull;
  kind: PullKind | undefined;
  onNewKey: (() => void) | undefined;
}

function PullRow({ pull, kind, onNewKey }: PullRowProps) {
  const { t } = useTranslation('pulls');
  const name = kind?.label ?? pull.kind;
  const target = useTargetName(pull, kind?.fills);
  const [isRemoving, setRemoving] = useState(false);
  const change = useChange(pull, name);
  const iconClass = 'size-4.5 text-ink-soft';
  const items: MenuItem[] = [
    pull.is_paused
      ? {
          key: 'resume',
          label: t('resume'),
          icon: <Play className={iconClass} aria-hidden />,
          onSelect: () => change.mutate('resume'),
        }
      : {
          key: 'now',
          label: t('now'),
          icon: <RefreshCw className={iconClass} aria-hidden />,
          onSelect: () => change.mutate('resume'),
        },
    ...(pull.is_paused
      ? []
      : [
          {
            key: 'stop',
            label: t('stop'),
            icon: <Pause className={iconClass} aria-hidden />,
            onSelect: () => change.mutate('stop'),
          },
        ]),
    ...(onNewKey === undefined
      ? []
      : [{ key: 'key', label: t('newKey'), icon: <KeyRound className={iconClass} aria-hidden />, onSelect: onNewKey }]),
    {
      key: 'remove',
      label: t('remove'),
      icon: <Trash2 className={iconClass} aria-hidden />,
      onSelect: () => setRemoving(true),
    },
  ];
  return (
    <li className="flex items-start gap-3 border-b border-line py-3" data-pull={pull.kind}>
      <StateMark pull={pull} />
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold break-words">{name}</h3>
        <PullState pull={pull} target={target} />
      </div>
      <Menu
        label={t('actions', { name: `${name}, ${target}` })}
        trigger={<EllipsisVertical className="size-5" aria-hidden />}
        className="w-11 justify-center px-0"
        items={items}
      />
      <ConfirmDialog
        open={isRemoving}
        title={t('removeTitle', { name })}
        confirmLabel={t('remove')}
        isPending={change.isPending}
        onConfirm={() => change.mutate('remove', { onSettled: () => setRemoving(false) })}
        onClose={() => setRemoving(false)}
      >
        <p>{t('removeText')}</p>
      </ConfirmDialog>
    </li>
  );
}

function useTargetName({ meter_id: meterId }: Pull, fills: PullKind['fills'] | undefined): string {
  const { t } = useTranslation('pulls');
  const { data: meters = [] } = useMeters();
  const { data: devices = [] } = useDevices();
  if (meterId === null) return t(fills === 'prices' ? 'prices' : 'temperatures');
  const meter = meters.find(({ id }) => id === meterId);
  return devices.find(({ id }) => id === meter?.device_id)?.name ?? meter?.key ?? '';
}

function useChange({ id }: Pull, name: string) {
  const { t } = useTranslation('pulls');
  const words = useFailureMessages();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (what: 'resume' | 'stop' | 'remove') =>
      askTables((tables) => {
        const table = tables.from('pulls');
        return (what === 'remove' ? table.delete() : table.update({ is_paused: what === 'stop' }))
          .eq('id', id)
          .select('id');
      }),
    onError: (error) => notify(t('failed', { name }), words.ofThrown(error), 'alert'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [pullsKey] }),
  });
}

function StateMark({ pull: { is_paused: isPaused, fault, is_filled: isFilled } }: { pull: Pull }) {
  const look = 'mt-0.5 size-5 shrink-0';
  if (isPaused) return <CirclePause className={`${look} text-ink-soft`} aria-hidden />;
  if (fault !== null) return <TriangleAlert className={`${look} text-alert`} aria-hidden />;
  if (isFilled) return <CircleCheck className={`${look} text-leaf`} aria-hidden />;
  return (
    <span className="mt-1 inline-flex size-5 shrink-0 text-leaf">
      <Spinner />
    </span>
  );
}

const wholeDay = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** How far it is, or what is wrong, and when it is tried again. */
function PullState({ pull, target }: { pull: Pull; target: string }) {
  const { t } = useTranslation('pulls');
  const format = useFormat();
  const now = useNow(10_000);
  const { fault, rejected, is_paused: isPaused, is_filled: isFilled } = pull;
  const at = (name: 'since' | 'pulled_to' | 'next_at') => Date.parse(pull[name]);
  // The last that came, not what comes next; days of temperatures are days wherever the home is.
  const day = format.date(at('pulled_to') - 1000, { ...wholeDay, ...(pull.meter_id === null && { timeZone: 'UTC' }) });
  const isBegun = at('pulled_to') > at('since');
  const lastAsked = () => format.ago(Date.parse(pull.succeeded_at ?? pull.added_at), now);
  return (
    <div className="text-small text-ink-soft">
      <p>
        {target}
        {isPaused && ` · ${t('state.paused')}`}
        {!isPaused && fault === null && isFilled && ` · ${t('state.filled', { day, ago: lastAsked() })}`}
      </p>
      {!isPaused && fault !== null && (
        <p>
          <span className="text-alert">{t(`fault.${fault}`)}</span>{' '}
          {at('next_at') > now && t('state.again', { at: format.dateTime(at('next_at')) })}
        </p>
      )}
      {!isPaused && fault === null && !isFilled && (
        <div className="mt-1.5 max-w-sm">
          <Progress
            label={t('state.filling')}
            {...(isBegun && {
              value: (at('pulled_to') - at('since')) / (now - at('since')),
              text: t('state.to', { day }),
            })}
          />
        </div>
      )}
      {rejected > 0 && <p className="mt-1">{t('rejected', { count: rejected, readings: format.number(rejected) })}</p>}
    </div>
  );
}
