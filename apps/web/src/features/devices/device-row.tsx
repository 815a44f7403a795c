import { CalendarClock, EllipsisVertical, History, List, Pencil, PlugZap, Trash2, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useArrivalRef } from '../../platform/arrival-ref.ts';
import { useRights } from '../../platform/household-role.ts';
import { Badge } from '../../ui/badge.tsx';
import { Menu } from '../../ui/menu.tsx';
import { UtilityTile } from '../../ui/utility-mark.tsx';
import { DeviceSwitch } from './device-switch.tsx';
import { MeterKey } from './meter-key.tsx';
import { MeterState } from './meter-state.tsx';
import type { DeviceEntry } from './room-groups.ts';

export interface DeviceRowProps {
  entry: DeviceEntry;
  /** Name of what contains this device's meter. */
  parentName: string | undefined;
  onEdit: () => void;
  onHistory: () => void;
  onSchedules: () => void;
  onRemove: () => void;
}

export function DeviceRow({ entry, parentName, onEdit, onHistory, onSchedules, onRemove }: DeviceRowProps) {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const { device, meters, latest, channels } = entry;
  const takesCommands = channels.some(({ command }) => command !== null);
  const isLost = channels.some(({ is_online: isOnline }) => isOnline === false);
  const rights = useRights().data;
  const arrival = useArrivalRef<HTMLLIElement>(`device-${device.id}`);
  const iconClass = 'size-4.5 text-ink-soft';
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
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-line py-3.5 last:border-b-0 sm:gap-x-4 md:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_auto]"
      data-device={device.name}
    >
      <UtilityTile utility={device.utility} />
      <div className="min-w-0">
        <h3 className="font-semibold break-words">{device.name}</h3>
        <p className="text-small text-ink-soft">
          {t(device.utility)}
          {parentName !== undefined && ` · ${t('row.inside', { name: parentName })}`}
        </p>
        {isLost && (
          <Badge tone="alert">
            <WifiOff className="size-3.5" aria-hidden />
            {t('row.lost')}
          </Badge>
        )}
      </div>
      <div className="flex items-center gap-1 sm:gap-2 md:order-last">
        <DeviceSwitch deviceId={device.id} />
        <Menu
          label={t('row.actions', { name: device.name })}
          trigger={<EllipsisVertical className="size-5" aria-hidden />}
          className="w-11 justify-center px-0"
          items={actions}
        />
      </div>
      <div className="col-span-2 col-start-2 flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-1.5 md:col-span-1 md:col-start-auto">
        <div className="min-w-0 space-y-1">
          {latest.map((meter) => (
            <MeterState key={meter.meterId} meter={meter} isActive={device.is_active} />
          ))}
        </div>
        <p className="flex min-w-0 flex-wrap gap-1.5">
          {meters.map(({ id, key }) => (
            <MeterKey key={id} meterKey={key} />
          ))}
        </p>
      </div>
    </li>
  );
}
