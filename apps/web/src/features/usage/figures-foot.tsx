import { isSilent } from '@wattershed/domain';
import { useTranslation } from 'react-i18next';
import { useDevices } from '../../platform/connected-devices.ts';
import { useFormat, useHousehold } from '../../platform/household.ts';
import { useRoomName } from '../../platform/room-name.ts';
import { completeness } from './completeness.ts';
import { FootList, provenanceTexts } from './foot-list.tsx';
import { daysUntil } from '../../platform/local-day.ts';
import type { UsageFigures } from './usage-figures.ts';

const namedAtMost = 3;

/** What the figures rest on: measured, estimated, imported or invented, how complete, and who is silent. */
export function FiguresFoot({ figures, today, now }: { figures: UsageFigures; today: string; now: number }) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const span = { days: daysUntil(today, 7), rowsFrom: figures.rowsFrom, now, timeZone: figures.timeZone };
  const { covered, estimated, imported } = completeness(figures.days, figures.latest.meters, span);
  const silent = useSilentMeters(figures, now);
  const zoneText = useZoneText();
  const parts = [
    ...provenanceTexts(t, format, figures.origin, { estimated, imported }),
    covered !== null && figures.origin !== 'sample' && t('foot.complete', { share: format.percent(covered, 1) }),
    ...silent,
    figures.origin !== 'sample' && zoneText(figures.timeZone),
  ].filter((part) => part !== false);
  return <FootList origin={figures.origin} parts={parts} />;
}

/** By which clock the days are cut. */
export function useZoneText(): (timeZone: string) => string {
  const { t } = useTranslation('usage');
  const { data: household } = useHousehold();
  return (timeZone) =>
    household?.time_zone_chosen === false ? t('foot.noZone') : t('foot.zone', { zone: timeZone.replaceAll('_', ' ') });
}

/** The meters that have gone quiet, by their names; the rest of many by their number. */
export function useSilentMeters(figures: Pick<UsageFigures, 'latest'>, now: number): string[] {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const roomName = useRoomName();
  const { data: devices = [] } = useDevices();
  const silent = figures.latest.meters.filter((meter) => isSilent(meter, now));
  const named = silent.slice(0, namedAtMost).map((meter) => {
    const name =
      devices.find(({ id }) => id === meter.deviceId)?.name ?? `${roomName(meter.room)} (${t(meter.utility)})`;
    return t('foot.silent', { name, ago: format.ago(Date.parse(meter.lastAt ?? ''), now) });
  });
  return silent.length > namedAtMost ? [...named, t('foot.moreSilent', { count: silent.length - namedAtMost })] : named;
}
