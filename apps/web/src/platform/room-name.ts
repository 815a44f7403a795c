import { useTranslation } from 'react-i18next';

/** Rooms that have a name in every language; any other text is shown as it was written. */
export const knownRooms = ['kitchen', 'bathroom', 'living_room', 'bedroom', 'hall', 'garden', 'whole_home'] as const;
export type KnownRoom = (typeof knownRooms)[number];

export function toKnownRoom(room: string): KnownRoom | undefined {
  return knownRooms.find((known) => known === room);
}

export function useRoomName(): (room: string) => string {
  const { t } = useTranslation('rooms');
  return (room) => {
    const known = toKnownRoom(room);
    if (known !== undefined) return t(known);
    return room === '' ? t('none') : room;
  };
}
