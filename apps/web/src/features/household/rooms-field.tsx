import type { SharedRole } from '@wattershed/contracts';
import { useTranslation } from 'react-i18next';
import { useRoomName } from '../../platform/room-name.ts';
import { ChoiceChips } from '../../ui/choice-chips.tsx';
import { type SwitchChoice, type SwitchWay, useRooms, waysOf } from './switch-rooms.ts';

export interface RoomsFieldProps {
  role: SharedRole;
  value: SwitchChoice;
  onChange: (choice: SwitchChoice) => void;
  /** Some rooms were to be chosen, and none was. */
  isRefused: boolean;
}

const words: Record<SwitchWay, 'invite.all' | 'invite.some' | 'invite.nothing'> = {
  all: 'invite.all',
  some: 'invite.some',
  none: 'invite.nothing',
};

/** In which rooms somebody may switch: a child the lamp of their own room, a guest nothing. */
export function RoomsField({ role, value, onChange, isRefused }: RoomsFieldProps) {
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
      {isRefused && (
        <p role="alert" className="text-small text-alert">
          {t('invite.chooseRoom')}
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
