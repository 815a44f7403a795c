import { useTranslation } from 'react-i18next';
import { useOnline } from '#shell/data/online.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { notify } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { Switch } from '#shell/ui/switch.tsx';
import { NotPermittedError, type usePushDevice, useTurnPush } from './push-device.ts';
import type { Way } from './way-queries.ts';

interface DeviceSwitchProps {
  here: Way | undefined;
  device: ReturnType<typeof usePushDevice>['data'];
  /** Null: whoever runs the service has switched it off. */
  pushKey: string | null;
}

/** The browser asks its person only when they press. */
export function DeviceSwitch({ here, device, pushKey }: DeviceSwitchProps) {
  const { t } = useTranslation('notice-ways');
  const words = useFailureMessages();
  const online = useOnline();
  const turn = useTurnPush();
  if (device === undefined) return <Skeleton className="h-14" />;
  const hindrance = pushKey === null ? 'operator' : device.state === 'ready' ? null : device.state;
  const press = () =>
    turn.mutate(
      { here, pushKey: pushKey ?? '' },
      {
        onSuccess: () => notify(t(here === undefined ? 'device.turnedOn' : 'device.turnedOff')),
        onError: (error) => {
          const reason = error instanceof NotPermittedError ? t('device.asked') : words.ofThrown(error);
          notify(t('device.failed'), reason, 'alert');
        },
      },
    );
  const state = here === undefined ? 'off' : 'on';
  return (
    <div className="flex items-center gap-4 border-y border-line py-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{t('device.title')}</p>
        <p className="text-small text-ink-soft">{t(`device.${hindrance ?? state}`)}</p>
      </div>
      {(hindrance === null || here !== undefined) && (
        <Switch
          label={t('device.label')}
          checked={here !== undefined}
          disabled={!online}
          pending={turn.isPending}
          onChange={press}
        />
      )}
    </div>
  );
}
