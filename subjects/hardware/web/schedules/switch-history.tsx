import { useQuery } from '@tanstack/react-query';
import type { ConnectedDevice, DeviceCommand } from '#supabase/tables/index.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useUserId } from '#shell/session/session.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { commandsQuery } from '../device-switch.tsx';

/** Who switched a device, when, and what came of it. */
export function SwitchHistory({ device, onClose }: { device: ConnectedDevice | undefined; onClose: () => void }) {
  const { t } = useTranslation('devices');
  return (
    <Dialog
      open={device !== undefined}
      onClose={onClose}
      closeLabel={t('close')}
      title={t('history.title', { name: device?.name ?? '' })}
    >
      {device !== undefined && <Commands deviceId={device.id} />}
    </Dialog>
  );
}

function Commands({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('devices');
  const commands = useQuery(commandsQuery(deviceId));
  if (commands.isError) return <LoadFailure error={commands.error} onRetry={() => void commands.refetch()} />;
  if (commands.data === undefined) return <Skeleton className="h-40" />;
  if (commands.data.length === 0) return <p>{t('history.none')}</p>;
  return (
    <ul className="-my-2">
      {commands.data.map((command) => (
        <CommandRow key={command.id} command={command} />
      ))}
    </ul>
  );
}

function CommandRow({ command: { wanted, user_id: who, asked_at: at, result } }: { command: DeviceCommand }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const userId = useUserId();
  const by = who === null ? 'schedule' : who === userId ? 'you' : 'member';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-3 last:border-b-0">
      <div>
        <p className="font-semibold">{t(wanted ? 'history.on' : 'history.off')}</p>
        <p className="figures text-small text-ink-soft">
          {format.dateTime(Date.parse(at))} · {t(`history.by.${by}`)}
        </p>
      </div>
      <Badge tone={result === 'confirmed' ? 'leaf' : result === null ? 'neutral' : 'alert'}>
        {t(`history.result.${result ?? 'pending'}`)}
      </Badge>
    </li>
  );
}
