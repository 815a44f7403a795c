import type { LatestMeter } from '../../contract/usage.ts';
import { isSilent, rateAt } from '#subjects/readings/domain/present-rate.ts';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDevices } from '#shell/household/connected-devices.ts';
import { useRateText } from '#shell/text/rate-text.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { Card } from '#shell/ui/card.tsx';
import { UtilityTile } from '#shell/ui/utility-mark.tsx';
import { Freshness } from './freshness.tsx';
import type { UsageFigures } from '../usage-figures.ts';

export interface LatestCardProps {
  figures: UsageFigures;
  now: number;
  /** The switch of a device, which belongs to another feature. */
  DeviceSwitch?: ComponentType<{ deviceId: string }>;
  className?: string;
}

/** The latest value of each meter and how old it is. */
export function LatestCard({ figures, now, DeviceSwitch, className }: LatestCardProps) {
  const { t } = useTranslation('usage');
  const { data: devices = [] } = useDevices();
  const { meters } = figures.latest;
  const names = new Map(devices.map(({ id, name }) => [id, name]));
  const reporting = meters.filter((meter) => meter.lastAt !== null && !isSilent(meter, now)).length;
  return (
    <Card
      title={t('latest.title')}
      aside={t('latest.reporting', { reporting, count: meters.length })}
      {...(className !== undefined && { className })}
    >
      <ul className="grid gap-x-8 md:grid-cols-2 xl:grid-cols-3">
        {meters.map((meter) => (
          <MeterRow
            key={meter.meterId}
            meter={meter}
            name={names.get(meter.deviceId)}
            now={now}
            {...(DeviceSwitch && { DeviceSwitch })}
          />
        ))}
      </ul>
      <Link
        to="/devices"
        className="mt-3 inline-flex min-h-11 items-center font-semibold text-leaf underline-offset-4 hover:underline"
      >
        {t('latest.all')}
      </Link>
    </Card>
  );
}

interface MeterRowProps {
  meter: LatestMeter;
  name: string | undefined;
  now: number;
  DeviceSwitch?: ComponentType<{ deviceId: string }>;
}

function MeterRow({ meter, name, now, DeviceSwitch }: MeterRowProps) {
  const { t } = useTranslation('usage');
  const roomName = useRoomName();
  const rate = useRateText()(meter.utility, rateAt(meter, now));
  return (
    <li className="flex min-h-17 min-w-0 items-center gap-3 border-b border-line py-2" data-meter={meter.key}>
      <UtilityTile utility={meter.utility} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{name ?? roomName(meter.room)}</p>
        <p className="truncate text-small text-ink-soft">
          {meter.lastAt === null ? t('latest.waiting') : <Freshness at={Date.parse(meter.lastAt)} />}
          {isSilent(meter, now) && ` · ${t('latest.silent')}`}
        </p>
      </div>
      <p className="figures shrink-0 text-right whitespace-nowrap">
        {rate?.about !== undefined && <span className="text-small text-ink-soft">{rate.about} </span>}
        <span className="font-semibold">{rate?.value ?? '–'}</span>{' '}
        <span className="text-small text-ink-soft">{rate?.unit}</span>
      </p>
      {DeviceSwitch !== undefined && name !== undefined && <DeviceSwitch deviceId={meter.deviceId} />}
    </li>
  );
}
