import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { devicesQuery } from '#shell/household/connected-devices.ts';
import { useFormat, useHousehold } from '#shell/household/household.ts';
import { notify } from '#shell/ui/notices/notice.ts';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { removeDevice } from './device-api.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import type { DeviceEntry } from './room-groups.ts';

/** Asks before a device goes, and says what goes with it. */
export function RemoveDeviceDialog({ entry, onClose }: { entry: DeviceEntry | undefined; onClose: () => void }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const words = useFailureMessages();
  const queryClient = useQueryClient();
  const householdId = useHousehold().data?.id;
  const remove = useMutation({
    mutationFn: ({ device }: DeviceEntry) => removeDevice(device.id),
    onSuccess: (answer, { device }) => {
      if (answer.error !== null)
        return notify(t('remove.failed', { name: device.name }), words.ofTable(answer), 'alert');
      queryClient.setQueryData(devicesQuery(householdId).queryKey, (devices) =>
        devices?.filter(({ id }) => id !== device.id),
      );
      for (const queryKey of [['devices'], ['meters'], ['latest'], ['usage'], ['quarantine']]) {
        void queryClient.invalidateQueries({ queryKey });
      }
      notify(t('remove.done', { name: device.name }));
      onClose();
    },
  });
  const name = entry?.device.name ?? '';
  const hasReadings = entry?.latest.some(({ lastAt }) => lastAt !== null) ?? false;
  return (
    <ConfirmDialog
      open={entry !== undefined}
      title={t('remove.title', { name })}
      confirmLabel={t('remove.confirm')}
      isPending={remove.isPending}
      onConfirm={() => entry !== undefined && remove.mutate(entry)}
      onClose={onClose}
    >
      <p>{t('remove.goes')}</p>
      <ul className="mt-2 list-disc pl-5">
        {entry?.meters.map(({ id, key }) => (
          <li key={id}>
            {t('remove.meter')} <code className="font-semibold">{key}</code>
          </li>
        ))}
        <li>
          {hasReadings
            ? t('remove.readings', {
                since: format.date(new Date(entry?.device.created_at ?? 0), { dateStyle: 'long' }),
              })
            : t('remove.noReadings')}
        </li>
      </ul>
      <p className="mt-3 font-semibold">{t('remove.forGood')}</p>
    </ConfirmDialog>
  );
}
