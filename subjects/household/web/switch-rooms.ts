import type { SharedRole } from '../contract/household.ts';
import { useTranslation } from 'react-i18next';
import { useDevices } from '#shell/household/connected-devices.ts';
import { useFormat } from '#shell/household/household.ts';
import { rightsOf } from '#shell/household/household-role.ts';
import { useRoomName } from '#shell/household/room-name.ts';

/** How the choice is asked for: a list of rooms is only one of the ways. */
export type SwitchWay = 'all' | 'some' | 'none';

export interface SwitchChoice {
  way: SwitchWay;
  rooms: readonly string[];
}

/** A viewer switches nothing unless rooms are named. */
export const waysOf: Record<SharedRole, readonly SwitchWay[]> = {
  member: ['all', 'some', 'none'],
  viewer: ['none', 'some'],
};

export function choiceOf(role: SharedRole, rooms: readonly string[] | null): SwitchChoice {
  return { way: rightsOf(role, rooms).switches, rooms: rooms ?? [] };
}

/** What is kept of it: null where the role says it already. */
export function roomsOf(role: SharedRole, { way, rooms }: SwitchChoice): string[] | null {
  if (way === 'some') return [...rooms];
  return way === 'none' && role === 'member' ? [] : null;
}

/** The choice that another role begins with, as near to the one before as it can be. */
export function choiceForRole(role: SharedRole, choice: SwitchChoice): SwitchChoice {
  return choice.way === 'some' ? choice : { ...choice, way: role === 'member' ? 'all' : 'none' };
}

/** The rooms that devices stand in, and those that were chosen before. */
export function useRooms(chosen: readonly string[]): string[] {
  const roomName = useRoomName();
  const devices = useDevices().data ?? [];
  const rooms = [...new Set([...devices.map(({ room }) => room), ...chosen])];
  return rooms.sort((a, b) => roomName(a).localeCompare(roomName(b)));
}

/** What somebody may switch, in a few words; undefined where the role says it already. */
export function useSwitchText(): (role: 'owner' | SharedRole, rooms: readonly string[] | null) => string | undefined {
  const { t } = useTranslation('household');
  const format = useFormat();
  const roomName = useRoomName();
  return (role, rooms) => {
    if (rooms === null || role === 'owner') return undefined;
    if (rooms.length > 0) return t('switches.some', { rooms: format.list(rooms.map(roomName)) });
    return role === 'member' ? t('switches.none') : undefined;
  };
}
