import { EllipsisVertical, Pencil, PlugZap, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
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
  onRemove: () => void;
}

export function DeviceRow({ entry, parentName, onEdit, onRemove }: DeviceRowProps) {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const { device, meters, latest } = entry;
  const iconClass = 'size-4.5 text-ink-soft';
  const actions = [
    { key: 'edit', label: t('row.edit'), icon: <Pencil className={iconClass} aria-hidden />, onSelect: onEdit },
    {
      key: 'connect',
      label: t('row.connect'),
      icon: <PlugZap className={iconClass} aria-hidden />,
      onSelect: () => void navigate(`/devices/connect?meter=${encodeURIComponent(meters[0]?.key ?? '')}`),
    },
    { key: 'remove', label: t('row.remove'), icon: <Trash2 className={iconClass} aria-hidden />, onSelect: onRemove },
  ];
  return (
    <li className="flex items-start gap-3 border-b border-line py-3.5 last:border-b-0 sm:gap-4" data-device={device.name}>
      <span className="pt-0.5">
        <UtilityTile utility={device.utility} />
      </span>
      <div className="grid min-w-0 flex-1 items-center gap-x-6 gap-y-1.5 md:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
        <div className="min-w-0">
          <h3 className="font-semibold break-words">{device.name}</h3>
          <p className="text-small text-ink-soft">
            {t(device.utility)}
            {parentName !== undefined && ` · ${t('row.inside', { name: parentName })}`}
          </p>
          <p className="mt-1 flex flex-wrap gap-1.5">
            {meters.map(({ id, key }) => (
              <MeterKey key={id} meterKey={key} />
            ))}
          </p>
        </div>
        <div className="min-w-0 space-y-1">
          {latest.map((meter) => (
            <MeterState key={meter.meterId} meter={meter} isActive={device.is_active} />
          ))}
        </div>
      </div>
      <div className="flex shrink-0 items-center gap-1 sm:gap-2">
        <DeviceSwitch deviceId={device.id} />
        <Menu
          label={t('row.actions', { name: device.name })}
          trigger={<EllipsisVertical className="size-5" aria-hidden />}
          className="w-11 justify-center px-0"
          items={actions}
        />
      </div>
    </li>
  );
}
