import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConnectedDevice } from '@wattershed/database';
import { useTranslation } from 'react-i18next';
import { devicesQuery } from '../../platform/connected-devices.ts';
import { useHousehold } from '../../platform/household.ts';
import { notify } from '../../ui/notice.ts';
import { updateDevice } from './device-api.ts';
import { useFailureWords } from './failure-words.ts';

/** Turns a device on or off: shown at once, taken back when it was refused, and said either way. */
export function useToggleDevice() {
  const { t } = useTranslation('devices');
  const words = useFailureWords();
  const queryClient = useQueryClient();
  const { queryKey } = devicesQuery(useHousehold().data?.id);
  const show = (id: string, isActive: boolean) =>
    queryClient.setQueryData<ConnectedDevice[]>(queryKey, (devices) =>
      devices?.map((device) => (device.id === id ? { ...device, is_active: isActive } : device)),
    );

  return useMutation({
    mutationFn: ({ id, is_active }: ConnectedDevice) => updateDevice(id, { is_active: !is_active }),
    onMutate: async ({ id, is_active }) => {
      await queryClient.cancelQueries({ queryKey });
      show(id, !is_active);
    },
    onSuccess: (answer, { id, name, is_active }) => {
      if (answer.error !== null) {
        show(id, is_active);
        return notify(t('toggle.failed', { name }), words.ofTable(answer), 'alert');
      }
      notify(
        t(is_active ? 'toggle.deactivated' : 'toggle.activated'),
        t(is_active ? 'toggle.isOff' : 'toggle.isOn', { name }),
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
