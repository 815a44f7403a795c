import {
  type ImportKind,
  type ImportUnit,
  isUnitOf,
  kindsOf,
  unitName,
  utilities,
  type Utility,
  utilityIds,
  utilityOf,
} from '#catalogue/index.ts';
import { knownRooms, toKnownRoom } from '#catalogue/rooms.ts';
import type { ImportMapping } from '#subjects/readings/contract/imports.ts';
import { useTranslation } from 'react-i18next';
import { useDevices } from '#shell/household/connected-devices.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { Field, Input, Select } from '#shell/ui/field.tsx';
import { type MeterRow, useMeters } from '../device-queries.ts';

export interface MappingRowProps {
  mapping: ImportMapping;
  /** The file says itself what its numbers are. */
  isMeaningKnown: boolean;
  onChange: (mapping: ImportMapping) => void;
}

/** Where one column goes, in which unit, and what its numbers mean. */
export function MappingRow({ mapping, isMeaningKnown, onChange }: MappingRowProps) {
  const { t } = useTranslation('devices');
  const { data: all = [] } = useMeters();
  const meters = isMeaningKnown ? all.filter(({ utility }) => isUnitOf(mapping.unit, utility)) : all;
  const { data: devices = [] } = useDevices();
  const { target, unit, kind } = mapping;
  const meter = 'meter' in target ? findMeter(meters, target.meter) : undefined;
  const choice = 'skip' in target ? 'skip' : 'newDevice' in target ? 'new' : `meter:${meter?.key ?? target.meter}`;
  const nameOf = ({ device_id }: MeterRow) => devices.find(({ id }) => id === device_id)?.name ?? '';

  const chooseTarget = (value: string) => {
    if (value === 'skip') return onChange(withTarget(mapping, { skip: true }, undefined));
    if (value === 'new') {
      const fits = meter !== undefined && isUnitOf(unit, meter.utility);
      const newDevice = {
        name: mapping.column.slice(0, 80),
        room: '',
        utility: fits ? meter.utility : utilityOf(unit),
      };
      return onChange(withTarget(mapping, { newDevice }, undefined));
    }
    const key = value.slice('meter:'.length);
    onChange(withTarget(mapping, { meter: key }, findMeter(meters, key)?.utility));
  };

  return (
    <li className="border-b border-line py-4 last:border-b-0">
      <p className="mb-3 font-semibold break-words">{mapping.column}</p>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1.4fr]">
        <Field label={t('import.target')}>
          {(control) => (
            <Select
              {...control}
              value={choice}
              options={[
                { value: 'new', label: t('import.newDevice') },
                ...meters.map((one) => ({ value: `meter:${one.key}`, label: `${nameOf(one)} (${one.key})` })),
                { value: 'skip', label: t('import.skip') },
              ]}
              onChange={(event) => chooseTarget(event.target.value)}
            />
          )}
        </Field>
        {!('skip' in target) && !isMeaningKnown && (
          <>
            <Field label={t('import.unit')}>
              {(control) => (
                <Select
                  {...control}
                  value={unit}
                  options={unitsOf(meter?.utility).map((one) => ({ value: one, label: unitName(one) }))}
                  onChange={(event) => onChange(withUnit(mapping, event.target.value as ImportUnit))}
                />
              )}
            </Field>
            <Field label={t('import.kind')}>
              {(control) => (
                <Select
                  {...control}
                  value={kind}
                  options={kindsOf(unit).map((one) => ({ value: one, label: t(`import.kinds.${one}`) }))}
                  onChange={(event) => onChange({ ...mapping, kind: event.target.value as ImportKind })}
                />
              )}
            </Field>
          </>
        )}
        {'newDevice' in target && (
          <NewDeviceFields
            device={target.newDevice}
            utilities={isMeaningKnown ? [] : utilityIds.filter((one) => isUnitOf(unit, one))}
            onChange={(newDevice) => onChange({ ...mapping, target: { newDevice } })}
          />
        )}
      </div>
    </li>
  );
}

interface NewDeviceFieldsProps {
  device: { name: string; room: string; utility: Utility };
  /** Those that may be told in the unit. */
  utilities: readonly Utility[];
  onChange: (device: NewDeviceFieldsProps['device']) => void;
}

function NewDeviceFields({ device, utilities: possible, onChange }: NewDeviceFieldsProps) {
  const { t } = useTranslation('devices');
  const roomName = useRoomName();
  const isOwnRoom = device.room !== '' && toKnownRoom(device.room) === undefined;
  const rooms = [...(isOwnRoom ? [device.room] : []), '', ...knownRooms];
  return (
    <>
      <Field label={t('form.name')}>
        {(control) => (
          <Input
            {...control}
            value={device.name}
            maxLength={80}
            onChange={(event) => onChange({ ...device, name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('form.room')}>
        {(control) => (
          <Select
            {...control}
            value={device.room}
            options={rooms.map((room) => ({ value: room, label: roomName(room) }))}
            onChange={(event) => onChange({ ...device, room: event.target.value })}
          />
        )}
      </Field>
      {possible.length > 1 && (
        <Field label={t('form.utility')}>
          {(control) => (
            <Select
              {...control}
              value={device.utility}
              options={possible.map((value) => ({ value, label: t(value) }))}
              onChange={(event) => onChange({ ...device, utility: event.target.value as Utility })}
            />
          )}
        </Field>
      )}
    </>
  );
}

function findMeter(meters: readonly MeterRow[], keyOrId: string): MeterRow | undefined {
  return meters.find(({ key, id }) => key === keyOrId || String(id) === keyOrId);
}

/** Amounts before flows; of any utility where none is given. */
export function unitsOf(utility: Utility | undefined): ImportUnit[] {
  const asked = utility === undefined ? utilityIds : [utility];
  return [...new Set(asked.flatMap((one) => [...utilities[one].units, ...utilities[one].flowUnits]))];
}

/** The mapping with another unit: what no longer fits it follows. */
export function withUnit(mapping: ImportMapping, unit: ImportUnit): ImportMapping {
  const kinds = kindsOf(unit);
  const kind = kinds.includes(mapping.kind) ? mapping.kind : (kinds[0] ?? mapping.kind);
  const { target } = mapping;
  if (!('newDevice' in target) || isUnitOf(unit, target.newDevice.utility)) return { ...mapping, unit, kind };
  return { ...mapping, unit, kind, target: { newDevice: { ...target.newDevice, utility: utilityOf(unit) } } };
}

/** The mapping with another target: a meter of another utility asks for another unit. */
export function withTarget(
  mapping: ImportMapping,
  target: ImportMapping['target'],
  utility: Utility | undefined,
): ImportMapping {
  const next = { ...mapping, target };
  const fits = utility === undefined || isUnitOf(mapping.unit, utility);
  return fits ? next : withUnit(next, utilities[utility].usualUnit);
}
