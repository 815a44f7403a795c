import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CounterUnit, unitName, type Utility, utilityIds } from '#catalogue/index.ts';
import { registerOf, registersOf } from '#catalogue/registers.ts';
import { knownRooms } from '#catalogue/rooms.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import type { Household } from '#shell/household/memberships.ts';
import { Button } from '#shell/ui/button.tsx';
import { SelectField, TextField } from '#shell/ui/field.tsx';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';

/** A meter that is there. */
export interface TypedMeter {
  id: number;
  name: string;
  utility: Utility;
  /** As somebody said; null: as it is usual. */
  unit: string | null;
}

/** One that comes with its first reading. */
export interface FreshMeter extends Omit<TypedMeter, 'id' | 'unit'> {
  id: string;
  room: string;
  unit: CounterUnit;
}

/** A meter of the whole home, as most have it. */
export function freshMeter(utility: Utility, household: Household, t: TFunction<'readings'>): FreshMeter {
  return {
    id: crypto.randomUUID(),
    name: t(`typed.meterName.${utility}`),
    room: 'whole_home',
    utility,
    unit: registerOf(utility, null, household.units).unit,
  };
}

interface MeterChoiceProps {
  meters: readonly TypedMeter[];
  /** Undefined: the new one. */
  meter: TypedMeter | undefined;
  fresh: FreshMeter;
  onMeter: (meter: TypedMeter) => void;
  onFresh: (part: Partial<FreshMeter>) => void;
}

/** Which meter is read; of a new one what it measures and, in a line that can be changed, what it is called and counts in. */
export function MeterChoice({ meters, meter, fresh, onMeter, onFresh }: MeterChoiceProps) {
  const { t } = useTranslation('readings');
  if (meter !== undefined && meters.length > 1)
    return (
      <SelectField
        label={t('typed.meter')}
        value={String(meter.id)}
        options={meters.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={({ target }) => {
          const chosen = meters.find(({ id }) => String(id) === target.value);
          if (chosen !== undefined) onMeter(chosen);
        }}
      />
    );
  if (meter !== undefined) return <p className="-mt-3 text-ink-soft">{meter.name}</p>;
  return (
    <>
      <SegmentedControl<Utility>
        label={t('typed.utility')}
        value={fresh.utility}
        options={utilityIds.map((value) => ({ value, label: t(`typed.utilities.${value}`) }))}
        onChange={(utility) => onFresh({ utility })}
      />
      <FreshFields fresh={fresh} onFresh={onFresh} />
    </>
  );
}

function FreshFields({ fresh, onFresh }: Pick<MeterChoiceProps, 'fresh' | 'onFresh'>) {
  const { t } = useTranslation('readings');
  const roomName = useRoomName();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-small text-ink-soft">
        {[fresh.name, roomName(fresh.room), unitName(fresh.unit)].join(' · ')}
        <Button look="quiet" size="small" className="-my-1" onClick={() => setOpen(true)}>
          {t('typed.change')}
        </Button>
      </p>
    );
  return (
    <div className="mt-3 grid grid-cols-2 gap-3">
      <TextField
        label={t('typed.name')}
        fieldClass="col-span-2"
        maxLength={80}
        value={fresh.name}
        onChange={({ target }) => onFresh({ name: target.value })}
      />
      <SelectField
        label={t('typed.room')}
        value={fresh.room}
        options={knownRooms.map((value) => ({ value, label: roomName(value) }))}
        onChange={({ target }) => onFresh({ room: target.value })}
      />
      <SelectField
        label={t('typed.unit')}
        value={fresh.unit}
        options={registersOf(fresh.utility).map(({ unit }) => ({ value: unit, label: unitName(unit) }))}
        onChange={({ target }) => onFresh({ unit: target.value as CounterUnit })}
      />
    </div>
  );
}
