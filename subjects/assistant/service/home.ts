/** The household as its questions are asked. */
import { factsOf, type Flow, type Utility } from '#catalogue/index.ts';
import { liesIn, type Place, placesAround } from '#subjects/household/domain/places.ts';
import type { LocalDay } from '#catalogue/local-day.ts';

export interface HomeDevice {
  readonly id: string;
  readonly name: string;
  /** A key that everyone has (`kitchen`), or as somebody wrote it; empty: in no room. */
  readonly room: string;
  readonly utility: Utility;
  readonly isActive: boolean;
  /** Hardware that takes commands is behind it. */
  readonly commands: boolean;
}

/** What no plug switches, as water, is only measured where no hardware takes commands. */
export const canBeSwitched = ({ utility, commands }: HomeDevice): boolean => factsOf(utility).isSwitchable || commands;

export interface Home {
  readonly id: string;
  readonly name: string;
  readonly kind: 'home' | 'demo' | 'guest';
  readonly timeZone: string;
  readonly currency: string;
  readonly units: 'metric' | 'us';
  readonly country: string | null;
  readonly hasReadings: boolean;
  readonly role: 'owner' | 'member' | 'viewer';
  /** A list: exactly these rooms may be switched. Else as the role has it. */
  readonly switchRooms?: readonly string[] | null;
  readonly devices: readonly HomeDevice[];
  /** What passes its meters beside what is drawn; left out: nothing. */
  readonly flows?: readonly Flow[];
  /** As its devices name them, and what those lie in, without the whole home. */
  readonly rooms: readonly string[];
  /** Which room lies in which other place; null, or left out: none. */
  readonly places?: readonly Place[] | null;
  readonly nowMs: number;
  readonly today: LocalDay;
}

/** Whether this person may switch what is in that room. */
export const maySwitch = ({ role, switchRooms }: Pick<Home, 'role' | 'switchRooms'>, room: string): boolean =>
  switchRooms ? switchRooms.includes(room) : role !== 'viewer';

export const wholeHome = 'whole_home';

/** Answers which rooms are the one that was asked about, or lie in it: of none, and of the whole home, all. */
export const roomsHeld = ({ places }: Pick<Home, 'places'>, asked: string | null): ((room: string) => boolean) =>
  asked === null || asked === wholeHome ? () => true : liesIn(places ?? [], asked);

export type HomeRow = Omit<Home, 'rooms' | 'nowMs' | 'today'>;

const dayIn = (timeZone: string, at: number): LocalDay =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);

export const homeOf = (row: HomeRow, nowMs: number): Home => ({
  ...row,
  rooms: [...new Set(row.devices.flatMap(({ room }) => [room, ...placesAround(row.places ?? [])(room)]))].filter(
    (room) => room !== '' && room !== wholeHome,
  ),
  nowMs,
  today: dayIn(row.timeZone, nowMs),
});
