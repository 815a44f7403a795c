import {
  CalendarClock,
  Copy,
  EllipsisVertical,
  History,
  Keyboard,
  List,
  Pencil,
  PlugZap,
  Trash2,
  WifiOff,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isQuiet } from '#shell/household/heard-meters.ts';
import { lastingNotice, useNotices } from '#shell/household/household-notices.ts';
import { useFormat, useRights } from '#shell/household/household.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { useNow } from '#shell/parts/clock.ts';
import { putIntoClipboard } from '#shell/parts/copy-button.tsx';
import { useArrivalRef } from '#shell/session/arrival-ref.ts';
import { counterText } from '#shell/text/counter-text.ts';
import { useRateText } from '#shell/text/rate-text.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { Menu } from '#shell/ui/menu.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { UtilityTile } from '#shell/ui/utility-mark.tsx';
import { rateAt } from '#subjects/readings/domain/present-rate.ts';
import { placesAround } from '#subjects/household/domain/places.ts';
import type { LatestMeter } from '#subjects/usage/contract/usage.ts';
import { BatteryCharge } from './battery-charge.tsx';
import type { DeviceEntry, MeterRow, RoomGroup } from './device-queries.ts';
import { DeviceSwitch } from './device-switch.tsx';
import { usePlaces } from './places-dialog.tsx';

interface DeviceRoomsProps {
  groups: readonly RoomGroup[];
  meters: readonly MeterRow[];
  onEdit: (entry: DeviceEntry) => void;
  /** Undefined: nothing is typed in this home. */
  onType: ((entry: DeviceEntry) => void) | undefined;
  onHistory: (entry: DeviceEntry) => void;
  onSchedules: (entry: DeviceEntry) => void;
  onRemove: (entry: DeviceEntry) => void;
}

export function DeviceRooms({ groups, meters, onEdit, onType, onHistory, onSchedules, onRemove }: DeviceRoomsProps) {
  const { t } = useTranslation('devices');
  const roomName = useRoomName();
  const around = placesAround(usePlaces());
  const devices = groups.flatMap(({ entries }) => entries.map(({ device }) => device));
  const parentName = ({ meters: own }: DeviceEntry): string | undefined => {
    const parent = meters.find(({ id }) => id === own[0]?.parent_meter_id);
    return parent && devices.find(({ id }) => id === parent.device_id)?.name;
  };
  return (
    <div className="space-y-4">
      {groups.map(({ room, entries }) => (
        <RoomPlace key={room} room={room}>
          <Card
            title={
              <>
                {roomName(room)}
                {around(room).map((place) => (
                  <span key={place} className="text-small font-normal text-ink-soft">
                    {` · ${roomName(place)}`}
                  </span>
                ))}
              </>
            }
            aside={t('count', { count: entries.length })}
          >
            <ul className="-my-2">
              {entries.map((entry) => (
                <DeviceRow
                  key={entry.device.id}
                  entry={entry}
                  parentName={parentName(entry)}
                  onEdit={() => onEdit(entry)}
                  onType={onType && (() => onType(entry))}
                  onHistory={() => onHistory(entry)}
                  onSchedules={() => onSchedules(entry)}
                  onRemove={() => onRemove(entry)}
                />
              ))}
            </ul>
          </Card>
        </RoomPlace>
      ))}
    </div>
  );
}

/** A room that an address can name. */
function RoomPlace({ room, children }: { room: string; children: ReactNode }) {
  const arrival = useArrivalRef<HTMLDivElement>(`room-${room}`);
  return (
    <div ref={arrival} id={`room-${room}`} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}

interface DeviceRowProps {
  entry: DeviceEntry;
  /** Name of what contains this device's meter. */
  parentName: string | undefined;
  onEdit: () => void;
  onType: (() => void) | undefined;
  onHistory: () => void;
  onSchedules: () => void;
  onRemove: () => void;
}

function DeviceRow({ entry, parentName, onEdit, onType, onHistory, onSchedules, onRemove }: DeviceRowProps) {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const { device, meters, latest, channels } = entry;
  // What is drawn goes without saying.
  const flows = [...new Set(meters.flatMap(({ flow }) => (flow === 'drawn' ? [] : flow)))];
  const takesCommands = channels.some(({ command }) => command !== null);
  const batteries = channels.filter(({ charge }) => charge !== null);
  // A battery whose energy nobody counts waits for no reading.
  const told = latest.filter(({ lastAt }) => lastAt !== null || batteries.length === 0);
  const isLost = channels.some(({ is_online: isOnline }) => isOnline === false);
  const rights = useRights().data;
  const copyKey = useCopyKey();
  const arrival = useArrivalRef<HTMLLIElement>(`device-${device.id}`);
  const iconClass = 'size-4.5 text-ink-soft';
  // What sends amounts has no counter to be read.
  const isTyped = rights?.mayWrite === true && meters.some(({ reading_kind: kind }) => kind !== 'interval');
  const actions = [
    ...(rights?.mayWrite === true
      ? [
          { key: 'edit', label: t('row.edit'), icon: <Pencil className={iconClass} aria-hidden />, onSelect: onEdit },
          {
            key: 'connect',
            label: t('row.connect'),
            icon: <PlugZap className={iconClass} aria-hidden />,
            onSelect: () => void navigate(`/devices/connect?meter=${encodeURIComponent(meters[0]?.key ?? '')}`),
          },
          // The name under which hardware sends.
          ...meters.map(({ key: meterKey }) => ({
            key: meterKey,
            label: <span className="wrap-anywhere">{t('row.copyKey', { key: meterKey })}</span>,
            icon: <Copy className={iconClass} aria-hidden />,
            onSelect: () => void copyKey(meterKey),
          })),
        ]
      : []),
    ...(isTyped && onType !== undefined
      ? [
          {
            key: 'type',
            label: t('row.type'),
            icon: <Keyboard className={iconClass} aria-hidden />,
            onSelect: onType,
          },
        ]
      : []),
    {
      key: 'readings',
      label: t('row.readings'),
      icon: <List className={iconClass} aria-hidden />,
      onSelect: () => void navigate(`/devices/readings?meter=${meters[0]?.id ?? ''}`),
    },
    ...(takesCommands
      ? [
          {
            key: 'schedules',
            label: t('row.schedules'),
            icon: <CalendarClock className={iconClass} aria-hidden />,
            onSelect: onSchedules,
          },
          {
            key: 'history',
            label: t('row.history'),
            icon: <History className={iconClass} aria-hidden />,
            onSelect: onHistory,
          },
        ]
      : []),
    ...(rights?.mayDelete === true
      ? [
          {
            key: 'remove',
            label: t('row.remove'),
            icon: <Trash2 className={iconClass} aria-hidden />,
            onSelect: onRemove,
          },
        ]
      : []),
  ];
  return (
    <li
      ref={arrival}
      id={`device-${device.id}`}
      tabIndex={-1}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-line py-3.5 last:border-b-0 sm:gap-x-4 lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_auto]"
      data-device={device.name}
    >
      <UtilityTile utility={device.utility} />
      <div className="min-w-0">
        <h3 className="font-semibold break-words">{device.name}</h3>
        <p className="text-small text-ink-soft">
          {[t(device.utility), ...flows.map((one) => t(`flow.${one}`))].join(' · ')}
          {parentName !== undefined && ` · ${t('row.inside', { name: parentName })}`}
        </p>
        {isLost && (
          <Badge tone="alert">
            <WifiOff className="size-3.5" aria-hidden />
            {t('row.lost')}
          </Badge>
        )}
      </div>
      <div className="flex items-center gap-1 sm:gap-2 lg:order-last">
        <DeviceSwitch deviceId={device.id} />
        <Menu
          label={t('row.actions', { name: device.name })}
          trigger={<EllipsisVertical className="size-5" aria-hidden />}
          className="w-11 justify-center px-0"
          items={actions}
        />
      </div>
      <div className="col-span-2 col-start-2 min-w-0 space-y-1 lg:col-span-1 lg:col-start-auto">
        {told.map((meter) => (
          <MeterState key={meter.meterId} meter={meter} isActive={device.is_active} />
        ))}
        {batteries.map((channel) => (
          <BatteryCharge key={channel.id} channel={channel} />
        ))}
      </div>
    </li>
  );
}

/** Where the browser does not copy, the notice holds the key to be selected. */
function useCopyKey(): (key: string) => Promise<void> {
  const { t } = useTranslation('copy');
  return async (key) => ((await putIntoClipboard(key)) ? notify(t('done'), key) : notify(t('failed'), key, 'alert'));
}

/** What a meter is doing, and its last reading with its age. */
function MeterState({ meter, isActive }: { meter: LatestMeter; isActive: boolean }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const now = useNow(1000);
  const { data: notices } = useNotices();
  const rate = useRateText()(meter.utility, rateAt(meter, now));
  if (meter.lastAt === null) {
    return <p className="text-small text-ink-soft">{t('state.never')}</p>;
  }
  const at = Date.parse(meter.lastAt);
  const silent = lastingNotice(notices, 'silent-meter', meter.meterId);
  const burst = lastingNotice(notices, 'burst', meter.meterId);
  const running = burst ?? lastingNotice(notices, 'running-water', meter.meterId);
  const isSilent = isQuiet(meter, notices, now);
  const since = silent && format.dateTime(Date.parse(silent.since));
  const amount = format.amount(meter.utility, meter.today).text;
  return (
    <div data-meter-state={meter.key}>
      <p className="figures">
        {rate?.about !== undefined && <span className="text-ink-soft">{rate.about} </span>}
        <span className="text-[1.25rem] leading-tight font-[650]">{rate?.value ?? '–'}</span>{' '}
        <span className="text-ink-soft">{rate?.unit}</span>
        {!isActive && <span className="ml-2 text-small text-ink-soft">{t('state.off')}</span>}
        <span className="ml-3 text-small text-ink-soft">{t('state.today', { amount })}</span>
      </p>
      <p className="figures flex flex-wrap items-center gap-x-2 text-small text-ink-soft">
        <span aria-hidden="true" className={classNames('size-2 rounded-full', isSilent ? 'bg-off' : 'bg-leaf')} />
        <span className={silent && 'font-semibold text-ink'}>
          {since !== undefined
            ? t('state.silentSince', { since })
            : isSilent
              ? t('state.silent', { ago: format.ago(at, now) })
              : format.ago(at, now)}
        </span>
        {meter.lastValue !== null && (
          <span>{t('state.reading', { value: counterText(meter.lastValue, meter.utility, format.number) })}</span>
        )}
      </p>
      {running !== undefined && (
        <p className="text-small font-semibold text-alert">
          {t(burst === undefined ? 'state.runningSince' : 'state.burstSince', {
            since: format.dateTime(Date.parse(running.since)),
          })}
        </p>
      )}
    </div>
  );
}
