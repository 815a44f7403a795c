import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevices } from '#shell/household/connected-devices.ts';
import { rightsOf, useFormat } from '#shell/household/household.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { ChoiceChips } from '#shell/ui/radio-options.tsx';
import type { SharedRole } from '../contract/household.ts';

/** What somebody may do, and in which rooms they may switch. */
export interface Rights {
  role: SharedRole;
  choice: SwitchChoice;
}

interface RightsFieldsProps {
  value: Rights;
  error: string | undefined;
  onChange: (rights: Rights) => void;
}

export function RightsFields({ value: { role, choice }, error, onChange }: RightsFieldsProps) {
  return (
    <>
      <RoleField value={role} onChange={(next) => onChange({ role: next, choice: choiceForRole(next, choice) })} />
      <RoomsField role={role} value={choice} error={error} onChange={(next) => onChange({ role, choice: next })} />
    </>
  );
}

const roles: readonly SharedRole[] = ['member', 'viewer'];

/** What somebody may do, each role with its meaning. Real radio buttons: arrows move between them. */
function RoleField({ value, onChange }: { value: SharedRole; onChange: (role: SharedRole) => void }) {
  const { t } = useTranslation('household');
  const id = useId();
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 text-small font-semibold">{t('invite.role')}</legend>
      {roles.map((role) => (
        <label
          key={role}
          className="flex cursor-pointer items-start gap-3 rounded-control border border-line bg-card px-4 py-3 transition-colors duration-150 hover:border-ink-soft/50 has-checked:border-leaf has-checked:bg-leaf-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf forced-colors:has-checked:outline-2"
        >
          <input
            type="radio"
            name={id}
            value={role}
            checked={role === value}
            onChange={() => onChange(role)}
            aria-labelledby={`${id}-${role}`}
            aria-describedby={`${id}-${role}-may`}
            className="mt-1 size-4 shrink-0 accent-leaf outline-none"
          />
          <span>
            <span id={`${id}-${role}`} className="block font-semibold">
              {t(`role.${role}`)}
            </span>
            <span id={`${id}-${role}-may`} className="block text-small text-ink-soft">
              {t(`may.${role}`)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface RoomsFieldProps {
  role: SharedRole;
  value: SwitchChoice;
  error: string | undefined;
  onChange: (choice: SwitchChoice) => void;
}

const words: Record<SwitchWay, 'invite.all' | 'invite.some' | 'invite.nothing'> = {
  all: 'invite.all',
  some: 'invite.some',
  none: 'invite.nothing',
};

/** In which rooms somebody may switch: a child the lamp of their own room, a guest nothing. */
function RoomsField({ role, value, onChange, error }: RoomsFieldProps) {
  const { t } = useTranslation('household');
  return (
    <div className="space-y-3">
      <ChoiceChips
        label={t('invite.rooms')}
        isLabelShown
        value={value.way}
        options={waysOf[role].map((way) => ({ value: way, label: t(words[way]) }))}
        onChange={(way) => onChange({ ...value, way })}
      />
      {value.way === 'all' && <p className="text-small text-ink-soft">{t('invite.allHint')}</p>}
      {value.way === 'some' && <RoomChips chosen={value.rooms} onChange={(rooms) => onChange({ ...value, rooms })} />}
      {error !== undefined && (
        <p role="alert" className="text-small text-alert">
          {error}
        </p>
      )}
    </div>
  );
}

function RoomChips({ chosen, onChange }: { chosen: readonly string[]; onChange: (rooms: string[]) => void }) {
  const { t } = useTranslation('household');
  const roomName = useRoomName();
  const rooms = useRooms(chosen);
  if (rooms.length === 0) return <p className="text-small text-ink-soft">{t('invite.noRooms')}</p>;
  const toggle = (room: string) =>
    onChange(chosen.includes(room) ? chosen.filter((one) => one !== room) : [...chosen, room]);
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t('invite.some')}</legend>
      {rooms.map((room) => (
        <label
          key={room}
          className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control border border-line bg-card px-3.5 text-small font-semibold has-checked:border-leaf has-checked:bg-leaf-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf"
        >
          <input
            type="checkbox"
            checked={chosen.includes(room)}
            onChange={() => toggle(room)}
            className="size-4 accent-leaf outline-none"
          />
          {roomName(room)}
        </label>
      ))}
    </fieldset>
  );
}

/** The rooms that devices stand in, and those that were chosen before. */
function useRooms(chosen: readonly string[]): string[] {
  const roomName = useRoomName();
  const devices = useDevices().data ?? [];
  const rooms = [...new Set([...devices.map(({ room }) => room), ...chosen])];
  return rooms.sort((a, b) => roomName(a).localeCompare(roomName(b)));
}

// What can be chosen, and what is kept of it.

/** How the choice is asked for: a list of rooms is only one of the ways. */
type SwitchWay = 'all' | 'some' | 'none';

interface SwitchChoice {
  way: SwitchWay;
  rooms: readonly string[];
}

/** A viewer switches nothing unless rooms are named. */
const waysOf: Record<SharedRole, readonly SwitchWay[]> = {
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
function choiceForRole(role: SharedRole, choice: SwitchChoice): SwitchChoice {
  return choice.way === 'some' ? choice : { ...choice, way: role === 'member' ? 'all' : 'none' };
}

/** Some rooms were to be chosen, and none was. */
export function lacksRoom({ choice }: Rights): boolean {
  return choice.way === 'some' && choice.rooms.length === 0;
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
