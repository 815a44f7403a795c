import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, CircleHelp, TriangleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { firstUtility } from '#catalogue/index.ts';
import { askTables } from '#shell/data/tables.ts';
import { useFormat, useHousehold } from '#shell/household/household.ts';
import { useQuarantinedReadings } from '#shell/household/quarantined-readings.ts';
import { CopyButton } from '#shell/parts/copy-button.tsx';
import { counterText } from '#shell/text/counter-text.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button, buttonStyle } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import type { QuarantineAnswer } from '#subjects/identity/contract/tokens.ts';
import type { LatestMeter } from '#subjects/usage/contract/usage.ts';
import type { ConnectedDevice, UnreadMessage } from '#supabase/tables/index.ts';

type Quarantined = QuarantineAnswer['readings'][number];

/** Readings that are no use as they stand (a jump, a fall, an amount below zero): out of all figures until a person decides. */
export function QuarantineCard({
  meters,
  devices,
}: {
  meters: readonly LatestMeter[];
  devices: readonly ConnectedDevice[];
}) {
  const { t } = useTranslation('devices');
  const waiting = meters.reduce((sum, { quarantined }) => sum + quarantined, 0);
  const { data: readings = [] } = useQuarantinedReadings(waiting);
  if (waiting === 0 || readings.length === 0) return null;
  return (
    <section
      aria-labelledby="quarantine-title"
      className="mb-4 rounded-card border border-alert/30 bg-alert-soft p-4 sm:p-6"
    >
      <h2 id="quarantine-title" className="flex items-center gap-3 text-title">
        <TriangleAlert className="size-5 shrink-0 text-alert" aria-hidden />
        {t('quarantine.title', { count: readings.length })}
      </h2>
      <p className="mt-1 text-small text-ink-soft">{t('quarantine.text', { count: readings.length })}</p>
      <ul className="mt-3 space-y-3">
        {readings.map((reading) => (
          <QuarantinedRow key={reading.id} reading={reading} meters={meters} devices={devices} />
        ))}
      </ul>
    </section>
  );
}

interface QuarantinedRowProps {
  reading: Quarantined;
  meters: readonly LatestMeter[];
  devices: readonly ConnectedDevice[];
}

function QuarantinedRow({ reading, meters, devices }: QuarantinedRowProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const meter = meters.find(({ meterId }) => meterId === reading.meterId);
  const device = devices.find(({ id }) => id === meter?.deviceId);
  const write = (value: number) => counterText(value, meter?.utility ?? firstUtility, format.number);
  const at = format.dateTime(Date.parse(reading.at));
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-card p-3 sm:px-4">
      <p className="min-w-56 flex-1">
        <strong className="font-semibold">{device?.name ?? meter?.key}</strong>
        <span className="figures block text-small text-ink-soft">
          {reading.reason !== 'implausible-jump'
            ? t(`quarantine.${reading.reason}`, { at, value: write(reading.value) })
            : reading.lastValue === null
              ? t('quarantine.shows', { at, value: write(reading.value) })
              : t('quarantine.jumps', { at, value: write(reading.value), before: write(reading.lastValue) })}
        </span>
      </p>
      <Link to={`/devices/readings?meter=${reading.meterId}`} className={buttonStyle({ size: 'small' })}>
        {t('quarantine.decide')}
      </Link>
    </li>
  );
}

function useUnreadMessages() {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: ['unread', householdId ?? null],
    queryFn: () =>
      askTables<UnreadMessage[]>((tables) =>
        tables
          .from('unread_messages')
          .select('*')
          .eq('household_id', householdId as string)
          .order('last_at', { ascending: false }),
      ),
    enabled: householdId !== undefined,
  });
}

/** What was heard and not understood, as it came: to be seen, and shown to whoever may help. Nothing where there is none. */
export function UnreadCard({ mayDismiss }: { mayDismiss: boolean }) {
  const { t } = useTranslation('devices');
  const { data = [] } = useUnreadMessages();
  if (data.length === 0) return null;
  return (
    <Card
      className="mb-4"
      title={
        <span className="flex items-center gap-3">
          <CircleHelp className="size-5 shrink-0 text-ink-soft" aria-hidden />
          {t('unread.title', { count: data.length })}
        </span>
      }
    >
      <p className="mb-2 max-w-2xl text-small text-ink-soft">{t('unread.text')}</p>
      <ul>
        {data.map((message) => (
          <UnreadRow key={message.id} message={message} mayDismiss={mayDismiss} />
        ))}
      </ul>
    </Card>
  );
}

function UnreadRow({ message, mayDismiss }: { message: UnreadMessage; mayDismiss: boolean }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const words = useFailureMessages();
  const queryClient = useQueryClient();
  const dismissing = useMutation({
    mutationFn: () => askTables((tables) => tables.from('unread_messages').delete().eq('id', message.id).select('id')),
    onError: (error) => notify(t('unread.dismissFailed'), words.ofThrown(error), 'alert'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['unread'] }),
  });
  const { place, door, reason, payload, times } = message;
  return (
    <li className="border-t border-line py-1 first:border-t-0">
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2">
          <ChevronRight
            className="size-5 shrink-0 text-ink-soft transition-transform duration-150 group-open:rotate-90"
            aria-hidden
          />
          <span className="min-w-0 flex-1">
            <strong className="block font-semibold break-all">{place}</strong>
            <span className="block text-small text-ink-soft">
              {t(`unread.door.${door}`, { defaultValue: door })} · {t(`unread.reason.${reason}`)} ·{' '}
              {t('unread.heard', { count: times, at: format.dateTime(Date.parse(message.last_at)) })}
            </span>
          </span>
        </summary>
        <pre className="mt-1 max-h-64 overflow-auto rounded-control bg-paper p-3 text-small break-all whitespace-pre-wrap">
          {payload}
        </pre>
        <div className="my-2 flex flex-wrap gap-2">
          <CopyButton text={payload} label={t('unread.copy', { place })} />
          {mayDismiss && (
            <Button
              look="quiet"
              size="small"
              icon={<X className="size-4" aria-hidden />}
              disabled={dismissing.isPending}
              onClick={() => dismissing.mutate()}
            >
              {t('unread.dismiss')}
            </Button>
          )}
        </div>
      </details>
    </li>
  );
}
