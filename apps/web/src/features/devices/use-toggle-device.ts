import type { ConnectedDevice } from '@wattershed/database';
import { useTranslation } from 'react-i18next';
import { outbox } from '../../platform/browser-outbox.ts';
import { useOnline } from '../../platform/online.ts';
import { useUnderWay } from '../../platform/outbox-state.ts';
import { notify } from '../../ui/notice.ts';
import { type DeviceToggle, deviceToggles } from './device-toggles.ts';
import { useFailureWords } from './failure-words.ts';

/** Turns a device on or off: shown at once, kept for the connection where there is none, and said either way. */
export function useToggleDevice(device: ConnectedDevice) {
  const { t } = useTranslation('devices');
  const words = useFailureWords();
  const online = useOnline();
  const { id, name, household_id: householdId } = device;
  const underWay = useUnderWay<DeviceToggle>(deviceToggles.name, id);
  const isActive = underWay?.payload.isActive ?? device.is_active;

  const toggle = async () => {
    const submitted = await outbox.submit(deviceToggles, id, { id, householdId, name, isActive: !isActive });
    if (submitted.status === 'sent') {
      notify(
        t(isActive ? 'toggle.deactivated' : 'toggle.activated'),
        t(isActive ? 'toggle.isOff' : 'toggle.isOn', { name }),
      );
    }
    if (submitted.status === 'waiting') notify(t('toggle.waits'), t('toggle.waitsText', { name }));
    if (submitted.status === 'refused') notify(t('toggle.failed', { name }), words.ofCode(submitted.code), 'alert');
    if (submitted.status === 'not-kept') notify(t('toggle.failed', { name }), words.ofCode('network'), 'alert');
  };
  const waits = underWay !== undefined && (!online || underWay.attempts > 0);
  return { isActive, toggle, waits };
}
