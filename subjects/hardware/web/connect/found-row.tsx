import { knownRooms } from '#catalogue/rooms.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { EllipsisVertical, EyeOff, Link2, Power } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#shell/parts/clock.ts';
import { useFormat } from '#shell/household/household.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { Button } from '#shell/ui/button.tsx';
import { Menu } from '#shell/ui/menu.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Select } from '#shell/ui/select.tsx';
import { UtilityTile } from '#shell/ui/utility-mark.tsx';
import { addFound, setIgnored } from './add-found.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import type { FoundEntry } from './found-entries.ts';
import { counterText } from '#shell/text/counter-text.ts';
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
  const reload = () => {
    for (const queryKey of [['channels'], ['devices'], ['meters'], ['latest']])
      void queryClient.invalidateQueries({ queryKey });
  };
  const add = useMutation({
    mutationFn: () => addFound(entry, { name, room }),
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
      {main.utility === null ? <SwitchTile /> : <UtilityTile utility={main.utility} />}
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
        <Button pending={add.isPending} aria-label={t('found.addNamed', { name })} onClick={() => add.mutate()}>
          {t('form.add')}
        </Button>
      </div>
    </li>
  );
}

function SwitchTile() {
  return (
    <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-control bg-leaf-soft text-leaf">
      <Power className="size-[18px]" aria-hidden />
    </span>
  );
}

function FoundFacts({ entry: { main, also } }: { entry: FoundEntry }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const now = useNow(10_000);
  const isSwitch = main.command !== null || also !== undefined;
  const maker = useSources()?.sources.find(({ id }) => id === main.source)?.label;
  const does = [main.utility === null ? undefined : t(main.utility), isSwitch ? t('found.switch') : undefined];
  return (
    <p className="text-small text-ink-soft">
      {[maker, main.model, ...does].filter((word) => word !== undefined && word !== '').join(' · ')}
      {main.utility !== null && main.last_value !== null && main.last_at !== null && (
        <span className="figures block">
          {t('state.reading', { value: counterText(main.last_value, main.utility, format.number) })},{' '}
          {format.ago(Date.parse(main.last_at), now)}
        </span>
      )}
    </p>
  );
}
