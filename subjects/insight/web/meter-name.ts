import { useTranslation } from 'react-i18next';
import { useDevices } from '#shell/household/connected-devices.ts';
import { useRoomName } from '#shell/household/room-name.ts';

/** What a meter is called here: as its device, else as its room. */
export function useMeterName(): (meter: { deviceId: string; room: string } | undefined) => string {
  const { t } = useTranslation('notice-texts');
  const roomName = useRoomName();
  const { data: devices = [] } = useDevices();
  return (meter) =>
    meter === undefined
      ? t('someMeter')
      : (devices.find(({ id }) => id === meter.deviceId)?.name ?? roomName(meter.room));
}
