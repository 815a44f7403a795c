import {
  type Flow,
  flowIds,
  flowsOf,
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
  const { target, unit, kind, isNet } = mapping;
  const meter = 'meter' in target ? findMeter(meters, target.meter) : undefined;
  const choice = 'skip' in target ? 'skip' : 'newDevice' in target ? 'new' : `meter:${meter?.key ?? target.meter}`;
  const nameOf = ({ device_id }: MeterRow) => devices.find(({ id }) => id === device_id)?.name ?? '';

  // The meter that is there knows what passes it.
  const flow = 'newDevice' in target ? (target.newDevice.flow ?? 'drawn') : (meter?.flow ?? 'drawn');
  const passes = passesOf(mapping, flow, meter?.utility);

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
                  onChange={(event) => onChange(fitting({ ...mapping, kind: event.target.value as ImportKind }))}
                />
              )}
            </Field>
          </>
        )}
        {'newDevice' in target && (
          <NewDeviceFields
            device={target.newDevice}
            utilities={isMeaningKnown ? [] : utilityIds.filter((one) => isUnitOf(unit, one))}
            onChange={(newDevice) => onChange(fitting({ ...mapping, target: { newDevice } }))}
          />
        )}
        {!('skip' in target) && passes.length > 1 && (
          <Field label={t('form.flow')} {...(isNet === true && { hint: t('import.netHint') })}>
            {(control) => (
              <Select
                {...control}
                value={isNet === true ? 'net' : flow}
                options={passes.map((one) => ({
                  value: one,
                  label: one === 'net' ? t('import.net') : t(`flow.${one}`),
                }))}
                onChange={(event) => onChange(withFlow(mapping, event.target.value as Flow | 'net'))}
              />
            )}
          </Field>
        )}
      </div>
    </li>
  );
}

interface NewDeviceFieldsProps {
  device: { name: string; room: string; utility: Utility; flow?: Flow | undefined };
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

/** What may be chosen: of a new meter any flow, and of amounts that net both ways that they do. */
function passesOf(
  { target, unit, kind }: ImportMapping,
  flow: Flow,
  known: Utility | undefined,
): readonly (Flow | 'net')[] {
  const utility = 'newDevice' in target ? target.newDevice.utility : (known ?? utilityOf(unit));
  if (flowsOf(utility).length === 1) return [];
  const isSplit = kind !== 'counter' && ('newDevice' in target || flow === 'drawn');
  return [...('newDevice' in target ? flowIds : [flow]), ...(isSplit ? (['net'] as const) : [])];
}

export function withFlow(mapping: ImportMapping, flow: Flow | 'net'): ImportMapping {
  const { target, isNet: _, ...rest } = mapping;
  const net = flow === 'net' ? { isNet: true } : {};
  if (!('newDevice' in target)) return { ...rest, target, ...net };
  const { flow: __, ...device } = target.newDevice;
  const passes = flow === 'net' || flow === 'drawn' ? {} : { flow };
  return { ...rest, target: { newDevice: { ...device, ...passes } }, ...net };
}

/** Without what its unit, kind or target no longer allow. */
function fitting(mapping: ImportMapping): ImportMapping {
  const { target, isNet } = mapping;
  const utility = 'newDevice' in target ? target.newDevice.utility : utilityOf(mapping.unit);
  const isTwoWay = flowsOf(utility).length > 1;
  if (!isTwoWay) return withFlow(mapping, 'drawn');
  return isNet === true && (mapping.kind === 'counter' || 'skip' in target) ? withFlow(mapping, 'drawn') : mapping;
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
  if (!('newDevice' in target) || isUnitOf(unit, target.newDevice.utility)) return fitting({ ...mapping, unit, kind });
  return fitting({ ...mapping, unit, kind, target: { newDevice: { ...target.newDevice, utility: utilityOf(unit) } } });
}

/** The mapping with another target: a meter of another utility asks for another unit. */
export function withTarget(
  mapping: ImportMapping,
  target: ImportMapping['target'],
  utility: Utility | undefined,
): ImportMapping {
  const next = fitting({ ...mapping, target });
  const fits = utility === undefined || isUnitOf(mapping.unit, utility);
  return fits ? next : withUnit(next, utilities[utility].usualUnit);
}
