import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { firstUtility, type Flow, flowsOf, type Utility, utilityIds } from '#catalogue/index.ts';
import { knownRooms, toKnownRoom } from '#catalogue/rooms.ts';
import { devicesQuery, useDevices } from '#shell/household/connected-devices.ts';
import { useFormat, useHousehold } from '#shell/household/household.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { useForm } from '#shell/parts/form.tsx';
import { useUserId } from '#shell/session/session.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormActions, FormAlert, SelectField, TextField } from '#shell/ui/field.tsx';
import { notify, notifyWithAction } from '#shell/ui/notices/notice.ts';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import type { ConnectedDevice } from '#supabase/tables/index.ts';
import {
  addDevice,
  addMove,
  changeMeters,
  type Dated,
  type DeviceAnswer,
  type MeterChange,
  type Move,
  type NewDevice,
  removeDevice,
  updateDevice,
} from './device-api.ts';
import { datedOf, isDayMissing, MovesList, now, SinceField, type TypedSince, useUndoMoves } from './device-moves.tsx';
import { type DeviceEntry, type MeterRow, possibleParents, useMeters } from './device-queries.ts';

interface DeviceDialogProps {
  open: boolean;
  /** Left out: a new device. */
  device?: ConnectedDevice | undefined;
  onClose: () => void;
  onAdded?: (device: ConnectedDevice) => void;
}

export function DeviceDialog({ open, device, onClose, onAdded }: DeviceDialogProps) {
  const { t } = useTranslation('devices');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={t('close')}
      title={device === undefined ? t('form.addTitle') : t('form.editTitle')}
      description={device === undefined ? t('form.addText') : undefined}
    >
      <DeviceForm device={device} onClose={onClose} {...(onAdded && { onAdded })} />
    </Dialog>
  );
}

const otherRoom = 'other';

interface TypedDevice {
  name: string;
  room: string;
  ownRoom: string;
  utility: Utility;
  flow: Flow;
  /** Of its other meters: what passes them, by their ids. */
  registers: Readonly<Record<number, Flow>>;
  /** The meter that it is inside of; undefined: not chosen yet. */
  parent: number | null | undefined;
  since: TypedSince;
}

function DeviceForm({ device, onClose, onAdded }: Omit<DeviceDialogProps, 'open'>) {
  const { t } = useTranslation('devices');
  const roomName = useRoomName();
  const words = useFailureMessages();
  const queryClient = useQueryClient();
  const userId = useUserId();
  const household = useHousehold().data;
  const { data: meters = [] } = useMeters();
  const own = meters.filter(({ device_id }) => device_id === device?.id);
  const isMeasuring = own.some(({ reading_kind }) => reading_kind !== null);
  const undo = useUndoMoves();

  const save = useMutation({
    mutationFn: (draft: DeviceDraft) => saveDevice(userId, device, draft),
    onSuccess: (answer, { name }) => {
      if (answer.error !== null) return;
      for (const queryKey of [['devices'], ['meters'], ['latest'], ['usage'], ['moves']])
        void queryClient.invalidateQueries({ queryKey });
      const { moves } = answer;
      if (moves === undefined) notify(device === undefined ? t('form.added', { name }) : t('form.saved', { name }));
      else notifyWithAction(t('form.saved', { name }), { label: t('moves.undo'), onSelect: () => undo.mutate(moves) });
      if (device === undefined) onAdded?.(answer.data);
      onClose();
    },
  });
  const knownRoom = device && toKnownRoom(device.room);
  const form = useForm<TypedDevice>({
    values: {
      name: device?.name ?? '',
      room: device === undefined ? 'kitchen' : (knownRoom ?? otherRoom),
      ownRoom: knownRoom === undefined ? (device?.room ?? '') : '',
      utility: device?.utility ?? firstUtility,
      flow: own[0]?.flow ?? 'drawn',
      registers: Object.fromEntries(own.slice(1).map(({ id, flow }) => [id, flow])),
      parent: device === undefined ? undefined : (own[0]?.parent_meter_id ?? null),
      since: now,
    },
    check: ({ name, since }) => ({
      name: name.trim() === '' ? t('form.nameMissing') : undefined,
      since: isMeasuring && isDayMissing(since) ? t('moves.dayMissing') : undefined,
    }),
    send: async ({ name, utility, flow, registers, parent, since, ...typed }) => {
      const ofHome = household && { householdId: household.id };
      const draft = { name: name.trim(), room: roomOf(typed), utility, flow, parent, own, registers, ...ofHome };
      const dated = isMeasuring && household ? { dated: datedOf(since, household.time_zone) } : {};
      const answer = await save.mutateAsync({ ...draft, ...dated });
      if (answer.error !== null) throw new Error(words.ofTable(answer));
    },
    refusal: ({ message }) => message,
  });
  const { room, utility, flow, registers } = form.values;
  const isMoving =
    device !== undefined &&
    isMeasuring &&
    (roomOf(form.values) !== device.room || (form.values.parent ?? null) !== (own[0]?.parent_meter_id ?? null));
  const flows = flowsOf(utility);
  const rooms = [
    ...knownRooms.map((value) => ({ value: value as string, label: roomName(value) })),
    { value: otherRoom, label: t('form.otherRoom') },
  ];
  return (
    <form {...form.props} className="space-y-5">
      <TextField {...form.field('name')} label={t('form.name')} maxLength={80} autoFocus />
      <div>
        <p className="mb-1.5 text-small font-semibold">{t('form.utility')}</p>
        {isMeasuring ? (
          <p>
            {t(utility)}. <span className="text-small text-ink-soft">{t('form.utilityFixed')}</span>
          </p>
        ) : (
          <SegmentedControl
            label={t('form.utility')}
            value={utility}
            options={utilityIds.map((value) => ({ value, label: t(value) }))}
            // Another utility, or another place of a new device, may be inside another meter: that is thought over anew.
            onChange={(next) =>
              form.set({ utility: next, flow: 'drawn', parent: device === undefined ? undefined : null })
            }
          />
        )}
      </div>
      <SelectField
        label={t('form.room')}
        options={rooms}
        value={room}
        onChange={({ target }) => form.set({ room: target.value, ...(device === undefined && { parent: undefined }) })}
      />
      {room === otherRoom && <TextField {...form.field('ownRoom')} label={t('form.ownRoom')} maxLength={40} />}
      {flows.length > 1 && (
        <SelectField
          label={t('form.flow')}
          hint={t(`form.flowHint.${flow}`)}
          options={flows.map((value) => ({ value, label: t(`flow.${value}`) }))}
          value={flow}
          onChange={({ target }) => form.set({ flow: flows.find((one) => one === target.value) ?? 'drawn' })}
        />
      )}
      <ParentField
        flow={flow}
        meters={meters}
        deviceId={device?.id}
        utility={utility}
        room={room}
        value={form.values.parent}
        onChange={(parent) => form.set({ parent, registers: behind(registers, parent) })}
      />
      {own.slice(1).map(({ id, key }) => (
        <SelectField
          key={id}
          label={t('form.registerFlow', { key })}
          options={flows.map((value) => ({ value, label: t(`flow.${value}`) }))}
          value={registers[id] ?? 'drawn'}
          onChange={({ target }) =>
            form.set({ registers: { ...registers, [id]: flows.find((one) => one === target.value) ?? 'drawn' } })
          }
        />
      ))}
      {isMoving && (
        <SinceField
          value={form.values.since}
          onChange={(since) => form.set({ since })}
          error={form.field('since').error}
        />
      )}
      {device !== undefined && <MovesList device={device} meters={meters} onUndone={onClose} />}
      <FormAlert>{form.alert}</FormAlert>
      <FormActions
        submit={device === undefined ? t('form.add') : t('form.save')}
        cancel={t('cancel')}
        onCancel={onClose}
        pending={form.isPending}
      />
    </form>
  );
}

const roomOf = ({ room, ownRoom }: Pick<TypedDevice, 'room' | 'ownRoom'>): string =>
  room === otherRoom ? ownRoom.trim() : room;

/** What comes back through a meter at the grid goes there; behind another one it goes to the home. */
function behind(registers: TypedDevice['registers'], parent: number | null): TypedDevice['registers'] {
  const [from, to]: [Flow, Flow] = parent === null ? ['produced', 'returned'] : ['returned', 'produced'];
  return Object.fromEntries(Object.entries(registers).map(([id, flow]) => [id, flow === from ? to : flow]));
}

interface DeviceDraft extends NewDevice {
  householdId?: string;
  flow?: Flow;
  /** The meters that it has; what passes all but the first of them. */
  own?: readonly MeterRow[];
  registers?: TypedDevice['registers'];
  /** The meter that contains this device's; undefined leaves it as it is. */
  parent: number | null | undefined;
  /** Of what has measured something: from when on it stands where it is said to, and is inside of what. */
  dated?: Dated;
}

/** With what it moved, where that was dated. */
type SaveAnswer = DeviceAnswer<ConnectedDevice> & { moves?: readonly Move[] };

/** Writes the device first: its meter exists from then on, and can be placed inside another. */
export async function saveDevice(
  userId: string | undefined,
  before: ConnectedDevice | undefined,
  { householdId, flow = 'drawn', parent, own = [], registers = {}, dated, ...fields }: DeviceDraft,
): Promise<SaveAnswer> {
  const moves: Move[] = [];
  const move = async (one: Parameters<typeof addMove>[1]) => {
    const added = await addMove(householdId ?? '', one, dated ?? {});
    if (added.error === null) moves.push(added.data);
    return added;
  };
  const { room, ...others } = fields;
  const saved =
    before === undefined
      ? await addDevice(userId, { ...fields, ...(householdId !== undefined && { household_id: householdId }) })
      : await updateDevice(before.id, dated === undefined ? fields : others);
  if (before !== undefined && saved.error === null && dated !== undefined && room !== before.room) {
    const placed = await move({ device_id: before.id, room });
    if (placed.error !== null) return placed;
  }
  // A new meter draws, inside no other.
  const isPlaced = before === undefined ? parent === null || parent === undefined : parent === undefined;
  const isDrawn = before === undefined && flow === 'drawn';
  if (saved.error !== null || (isPlaced && isDrawn)) return saved;
  const change = { ...(!isDrawn && { flow }), ...(!isPlaced && { parent_meter_id: parent ?? null }) };
  const [first, ...beside] = own;
  for (const [meter, one] of [
    [first, change] as const,
    ...beside.map((other) => [other, besides(first, change, registers[other.id] ?? other.flow)] as const),
  ]) {
    const { parent_meter_id: above, ...rest } = one;
    const isMoved = dated !== undefined && meter !== undefined && above !== undefined;
    const changed = isMoved ? rest : one;
    if (Object.keys(changed).length > 0) {
      const placed = await changeMeters(saved.data.id, changed, beside.length > 0 ? meter?.id : undefined);
      if (placed.error !== null) return placed;
    }
    if (isMoved && above !== meter.parent_meter_id) {
      const placed = await move({ meter_id: meter.id, parent_meter_id: above });
      if (placed.error !== null) return placed;
    }
  }
  return moves.length === 0 ? saved : { ...saved, moves };
}

/** Another register of a device: at the grid what is returned stands behind the register that draws, all else where that stands. */
function besides(
  first: MeterRow | undefined,
  { parent_meter_id: parent, flow: of }: MeterChange,
  flow: Flow,
): MeterChange {
  const isAtGrid = flow === 'returned' && of === 'drawn' && (parent ?? null) === null;
  return { flow, parent_meter_id: isAtGrid ? (first?.id ?? null) : (parent ?? null) };
}

interface ParentFieldProps {
  meters: readonly MeterRow[];
  deviceId: string | undefined;
  utility: Utility;
  flow: Flow;
  room: string;
  /** Undefined: not chosen yet, so the whole home's meter is proposed. */
  value: number | null | undefined;
  onChange: (parentMeterId: number | null) => void;
}

/** "This meter is inside …", so that a mains meter and the meters behind it are not counted twice. */
function ParentField({ meters, deviceId, utility, flow, room, value, onChange }: ParentFieldProps) {
  const { t } = useTranslation('devices');
  const { data: devices = [] } = useDevices();
  const parents = possibleParents(meters, deviceId, utility);
  const deviceOf = (meter: MeterRow) => devices.find(({ id }) => id === meter.device_id);
  const main = room === 'whole_home' ? undefined : parents.find((meter) => deviceOf(meter)?.room === 'whole_home');
  const proposal = main?.id ?? null;
  const isUnchosen = value === undefined;
  useEffect(() => {
    if (isUnchosen && proposal !== null) onChange(proposal);
  }, [isUnchosen, proposal, onChange]);

  if (parents.length === 0) return null;
  const options = [
    { value: '', label: t('form.noParent') },
    ...parents.map((meter) => ({ value: String(meter.id), label: `${deviceOf(meter)?.name ?? ''} (${meter.key})` })),
  ];
  return (
    <SelectField
      label={t(flow === 'drawn' ? 'form.parent' : 'form.behind')}
      hint={t(flow === 'drawn' ? 'form.parentHint' : 'form.behindHint')}
      options={options}
      value={value === null || value === undefined ? '' : String(value)}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    />
  );
}

/** Asks before a device goes, and says what goes with it. */
export function RemoveDeviceDialog({ entry, onClose }: { entry: DeviceEntry | undefined; onClose: () => void }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const words = useFailureMessages();
  const queryClient = useQueryClient();
  const householdId = useHousehold().data?.id;
  const remove = useMutation({
    mutationFn: ({ device }: DeviceEntry) => removeDevice(device.id),
    onSuccess: (answer, { device }) => {
      if (answer.error !== null)
        return notify(t('remove.failed', { name: device.name }), words.ofTable(answer), 'alert');
      queryClient.setQueryData(devicesQuery(householdId).queryKey, (devices) =>
        devices?.filter(({ id }) => id !== device.id),
      );
      for (const queryKey of [['devices'], ['meters'], ['latest'], ['usage'], ['quarantine']]) {
        void queryClient.invalidateQueries({ queryKey });
      }
      notify(t('remove.done', { name: device.name }));
      onClose();
    },
  });
  const name = entry?.device.name ?? '';
  const hasReadings = entry?.latest.some(({ lastAt }) => lastAt !== null) ?? false;
  return (
    <ConfirmDialog
      open={entry !== undefined}
      title={t('remove.title', { name })}
      confirmLabel={t('remove.confirm')}
      isPending={remove.isPending}
      onConfirm={() => entry !== undefined && remove.mutate(entry)}
      onClose={onClose}
    >
      <p>{t('remove.goes')}</p>
      <ul className="mt-2 list-disc pl-5">
        {entry?.meters.map(({ id, key }) => (
          <li key={id}>
            {t('remove.meter')} <code className="font-semibold">{key}</code>
          </li>
        ))}
        <li>
          {hasReadings
            ? t('remove.readings', {
                since: format.date(new Date(entry?.device.created_at ?? 0), { dateStyle: 'long' }),
              })
            : t('remove.noReadings')}
        </li>
      </ul>
      <p className="mt-3 font-semibold">{t('remove.forGood')}</p>
    </ConfirmDialog>
  );
}
