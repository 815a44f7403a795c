import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BatteryMedium, EllipsisVertical, EyeOff, Link2, type LucideIcon, Power } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Utility } from '#catalogue/index.ts';
import { knownRooms } from '#catalogue/rooms.ts';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';
import { useFormat } from '#shell/household/household.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { useNow } from '#shell/parts/clock.ts';
import { useForm } from '#shell/parts/form.tsx';
import { counterText } from '#shell/text/counter-text.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormActions, Select, SelectField } from '#shell/ui/field.tsx';
import { Menu } from '#shell/ui/menu.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { UtilityTile } from '#shell/ui/utility-mark.tsx';
import type { Channel, ConnectedDevice } from '#supabase/tables/index.ts';
import { type AddChannelBody, type AddedChannel, addFoundDevice } from '../../contract/hardware.ts';
import { BatteryCharge } from '../battery-charge.tsx';
import { useSources } from '../sources.ts';

/** One found thing, with the room that its name or its device suggests: one press adds it. */
export function FoundRow({ entry, onJoin }: { entry: FoundEntry; onJoin: () => void }) {
  const { t } = useTranslation('devices');
  const words = useFailureMessages();
  const roomName = useRoomName();
  const queryClient = useQueryClient();
  const { main } = entry;
  const name = main.name || main.device;
  const [room, setRoom] = useState(main.room);
  const [utility, setUtility] = useState(main.utility);
  const unsure = useSources()?.sources.find(({ id }) => id === main.source)?.unsure ?? [];
  const possible = main.utility !== null && unsure.includes(main.utility) ? unsure : [];
  const reload = () => {
    for (const queryKey of [['channels'], ['devices'], ['meters'], ['latest']])
      void queryClient.invalidateQueries({ queryKey });
  };
  const add = useMutation({
    mutationFn: () =>
      addFound(entry, { name, room, ...(utility === null || utility === main.utility ? {} : { utility }) }),
    onSuccess: () => notify(t('form.added', { name }), t('found.addedText', { room: roomName(room) })),
    onError: (error) => notify(t('found.failed', { name }), words.ofThrown(error), 'alert'),
    onSettled: reload,
  });
  const ignore = useMutation({
    mutationFn: () => setIgnored(entry, !main.is_ignored),
    onError: (error) => notify(t('found.failed', { name }), words.ofThrown(error), 'alert'),
    onSettled: reload,
  });
  const rooms = [...new Set<string>(['', ...(main.room === '' ? [] : [main.room]), ...knownRooms])];
  const iconClass = 'size-4.5 text-ink-soft';
  const actions = [
    { key: 'join', label: t('found.join'), icon: <Link2 className={iconClass} aria-hidden />, onSelect: onJoin },
    {
      key: 'ignore',
      label: t(main.is_ignored ? 'found.offer' : 'found.ignore'),
      icon: <EyeOff className={iconClass} aria-hidden />,
      onSelect: () => ignore.mutate(),
    },
  ];
  return (
    <li
      data-found={name}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 border-b border-line py-3.5 last:border-b-0 sm:gap-x-4 md:grid-cols-[auto_minmax(0,1fr)_auto_auto]"
    >
      {utility === null ? (
        <OwnTile Mark={main.charge === null ? Power : BatteryMedium} />
      ) : (
        <UtilityTile utility={utility} />
      )}
      <div className="min-w-0">
        <h3 className="font-semibold break-words">{name}</h3>
        <FoundFacts entry={entry} />
      </div>
      <div className="md:order-last">
        <Menu
          label={t('row.actions', { name })}
          trigger={<EllipsisVertical className="size-5" aria-hidden />}
          className="w-11 justify-center px-0"
          items={actions}
        />
      </div>
      <div className="col-span-3 flex flex-wrap items-center gap-2 sm:col-span-2 sm:col-start-2 md:col-span-1 md:col-start-auto">
        <Select
          className="min-w-40 flex-1"
          aria-label={t('found.room', { name })}
          value={room}
          onChange={(event) => setRoom(event.target.value)}
          options={rooms.map((value) => ({ value, label: roomName(value) }))}
        />
        {possible.length > 1 && utility !== null && (
          <Select
            className="min-w-40 flex-1"
            aria-label={t('found.utility', { name })}
            value={utility}
            onChange={(event) => setUtility(event.target.value as Utility)}
            options={possible.map((value) => ({ value, label: t(value) }))}
          />
        )}
        <Button pending={add.isPending} aria-label={t('found.addNamed', { name })} onClick={() => add.mutate()}>
          {t('form.add')}
        </Button>
      </div>
    </li>
  );
}

/** Of what measures nothing: it is switched, or it is a battery. */
function OwnTile({ Mark }: { Mark: LucideIcon }) {
  return (
    <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-control bg-leaf-soft text-leaf">
      <Mark className="size-[18px]" aria-hidden />
    </span>
  );
}

function FoundFacts({ entry: { main, also, registers } }: { entry: FoundEntry }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const now = useNow(10_000);
  const isSwitch = main.command !== null || also !== undefined;
  const maker = useSources()?.sources.find(({ id }) => id === main.source)?.label;
  const flows = [main, ...registers].flatMap(({ flow }) =>
    flow === null || flow === 'drawn' ? [] : t(`flow.${flow}`),
  );
  const does = [
    main.utility === null ? undefined : t(main.utility),
    ...flows,
    isSwitch ? t('found.switch') : undefined,
  ];
  return (
    <p className="text-small text-ink-soft">
      {[maker, main.model, ...does].filter((word) => word !== undefined && word !== '').join(' · ')}
      {main.utility !== null && main.last_value !== null && main.last_at !== null && (
        <span className="figures block">
          {t('state.reading', { value: counterText(main.last_value, main.utility, format.number) })},{' '}
          {format.ago(Date.parse(main.last_at), now)}
        </span>
      )}
      <BatteryCharge channel={main} />
    </p>
  );
}

interface JoinDialogProps {
  entry: FoundEntry | undefined;
  devices: readonly ConnectedDevice[];
  channels: readonly Channel[];
  onClose: () => void;
}

/** What was found is the hardware of a device that is there already: its readings go on in the same meter. */
export function JoinDialog({ entry, devices, channels, onClose }: JoinDialogProps) {
  const { t } = useTranslation('devices');
  const name = entry === undefined ? '' : entry.main.name || entry.main.device;
  return (
    <Dialog
      open={entry !== undefined}
      onClose={onClose}
      closeLabel={t('close')}
      title={t('found.joinTitle', { name })}
      description={t('found.joinText')}
    >
      {entry !== undefined && (
        <JoinForm
          key={entry.main.id}
          entry={entry}
          name={name}
          choices={possibleDevices(entry, devices, channels)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface JoinFormProps {
  entry: FoundEntry;
  name: string;
  choices: readonly ConnectedDevice[];
  onClose: () => void;
}

function JoinForm({ entry, name, choices, onClose }: JoinFormProps) {
  const { t } = useTranslation('devices');
  const words = useFailureMessages();
  const roomName = useRoomName();
  const queryClient = useQueryClient();
  const join = useMutation({
    mutationFn: (device: string) => addFound(entry, { device }),
    onSuccess: () => {
      notify(t('found.joined', { name }));
      onClose();
    },
    onError: (error) => notify(t('found.failed', { name }), words.ofThrown(error), 'alert'),
    onSettled: () => {
      for (const queryKey of [['channels'], ['devices'], ['meters']]) void queryClient.invalidateQueries({ queryKey });
    },
  });
  const form = useForm({
    values: { device: choices[0]?.id ?? '' },
    send: ({ device }) => join.mutateAsync(device),
  });
  if (choices.length === 0) return <p>{t('found.noDevice')}</p>;
  return (
    <form {...form.props} className="space-y-5">
      <SelectField
        {...form.field('device')}
        label={t('found.device')}
        options={choices.map(({ id, name: of, room }) => ({ value: id, label: `${of} · ${roomName(room)}` }))}
      />
      <FormActions submit={t('found.joinDone')} cancel={t('cancel')} onCancel={onClose} pending={form.isPending} />
    </form>
  );
}

// What is found, and what becomes of it.

/** What is offered as one: a channel, and the switch of the same hardware where that is told apart. */
export interface FoundEntry {
  main: Channel;
  also: Channel | undefined;
  /** Its other registers that have counted something: they come along. */
  registers: readonly Channel[];
}

/** Hardware that nobody has added yet. One counter and one switch of the same device are one thing. */
export function foundEntries(channels: readonly Channel[], isIgnored = false): FoundEntry[] {
  const isRegisterOf = (register: Channel, one: Channel) =>
    hardwareOf(register) === hardwareOf(one) && register.register_of === one.part;
  const things = channels.filter((register) => !channels.some((one) => isRegisterOf(register, one)));
  const registersOf = (main: Channel) =>
    channels.filter((one) => isRegisterOf(one, main) && one.device_id === null && (one.last_value ?? 0) > 0);
  const waiting = things.filter((one) => one.device_id === null && one.is_ignored === isIgnored);
  const hardware = groupBy(waiting, hardwareOf);
  return [...hardware.values()].flatMap((parts) => {
    const measuring = parts.filter(({ utility }) => utility !== null);
    const switching = parts.filter(({ utility, command }) => utility === null && command !== null);
    const [main, also] = [measuring[0], switching[0]];
    if (main !== undefined && measuring.length === 1 && switching.length === 1)
      return [{ main, also, registers: registersOf(main) }];
    return parts.map((one) => ({ main: one, also: undefined, registers: registersOf(one) }));
  });
}

function hardwareOf({ source, device }: Channel): string {
  return `${source} ${device}`;
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

/** Devices that this could be the hardware of: of the same utility, without other hardware for the same work. */
export function possibleDevices(
  { main }: FoundEntry,
  devices: readonly ConnectedDevice[],
  channels: readonly Channel[],
): ConnectedDevice[] {
  const work = main.utility !== null ? 'meter_id' : main.command !== null ? 'command' : 'charge';
  const isTaken = (id: string) => channels.some((one) => one.device_id === id && one[work] !== null);
  return devices.filter(({ id, utility }) => (main.utility ?? utility) === utility && !isTaken(id));
}

/** Makes a device of what was found, or hangs it on one that is there; answers the device's id. */
async function addFound({ main, also }: FoundEntry, body: AddChannelBody): Promise<string> {
  const { device } = await addChannel(main.id, body);
  if (also !== undefined) await addChannel(also.id, { device });
  return device;
}

function addChannel(channel: string, body: AddChannelBody): Promise<AddedChannel> {
  return callService(addFoundDevice, { params: { id: channel }, body });
}

async function setIgnored({ main, also }: FoundEntry, isIgnored: boolean): Promise<void> {
  const ids = [main, also].flatMap((one) => (one === undefined ? [] : [one.id]));
  await askTables((tables) => tables.from('channels').update({ is_ignored: isIgnored }).in('id', ids).select('id'));
}
