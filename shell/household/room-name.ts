import { toKnownRoom } from '#catalogue/rooms.ts';
import { useTranslation } from 'react-i18next';

export function useRoomName(): (room: string) => string {
  const { t } = useTranslation('rooms');
  return (room) => {
    const known = toKnownRoom(room);
    if (known !== undefined) return t(known);
    return room === '' ? t('none') : room;
  };
}
