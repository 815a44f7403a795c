import { utilityIds } from '@wattershed/catalogue';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRoomName } from '../../../platform/room-name.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { AnalyticsRequest } from './analytics-request.ts';

export interface FilterChipsProps {
  request: AnalyticsRequest;
  /** The household's rooms. */
  rooms: readonly string[];
  onChange: (request: AnalyticsRequest) => void;
}

/** What is asked for first: water usage, electricity. */
const chips = [...utilityIds].reverse();

/** Utilities, kitchen, bedroom and the household's other rooms; pressed again it is let go. */
export function FilterChips({ request, rooms, onChange }: FilterChipsProps) {
  const { t } = useTranslation('analytics');
  const roomName = useRoomName();
  const { utility, room } = request;
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t('controls.filters')}</legend>
      {chips.map((one) => (
        <Chip
          key={one}
          isOn={utility === one}
          onClick={() => onChange({ ...request, utility: utility === one ? null : one })}
        >
          {t(`controls.${one}`)}
        </Chip>
      ))}
      {rooms.map((one) => (
        <Chip key={one} isOn={room === one} onClick={() => onChange({ ...request, room: room === one ? null : one })}>
          {roomName(one)}
        </Chip>
      ))}
    </fieldset>
  );
}

function Chip({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={classNames(
        'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-4 text-small font-semibold transition-colors duration-150',
        isOn ? 'border-leaf bg-leaf-soft text-leaf' : 'border-line bg-card text-ink-soft hover:border-ink-soft/50',
      )}
      onClick={onClick}
    >
      {isOn && <Check className="size-4" aria-hidden />}
      {children}
    </button>
  );
}
