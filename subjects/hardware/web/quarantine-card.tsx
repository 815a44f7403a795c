import { firstUtility } from '#catalogue/index.ts';
import type { QuarantineAnswer } from '#subjects/identity/contract/tokens.ts';
import type { LatestMeter } from '#subjects/usage/contract/usage.ts';
import type { ConnectedDevice } from '#supabase/tables/index.ts';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '#shell/household/household.ts';
import { buttonStyle } from '#shell/ui/button.tsx';
import { counterText } from '#shell/text/counter-text.ts';
import { useQuarantinedReadings } from '#shell/household/quarantined-readings.ts';

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
