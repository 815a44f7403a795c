import { useMutation, useQueryClient } from '@tanstack/react-query';
import { firstUtility, knownRooms, toKnownRoom, type Utility, utilityIds } from '@wattershed/catalogue';
import type { ConnectedDevice } from '@wattershed/database';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHousehold } from '../../platform/household.ts';
import { useRoomName } from '../../platform/room-name.ts';
import { useUserId } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { notify } from '../../ui/notice.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Select } from '../../ui/select.tsx';
import { useMeters } from './device-queries.ts';
import { useFailureWords } from '../../platform/failure-words.ts';
import { ParentField } from './parent-field.tsx';
import { type DeviceDraft, saveDevice } from './save-device.ts';

export interface DeviceDialogProps {
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

function DeviceForm({ device, onClose, onAdded }: Omit<DeviceDialogProps, 'open'>) {
  const { t } = useTranslation('devices');
  const roomName = useRoomName();
  const words = useFailureWords();
  const queryClient = useQueryClient();
  const userId = useUserId();
  const household = useHousehold().data;
  const { data: meters = [] } = useMeters();
  const own = meters.filter(({ device_id }) => device_id === device?.id);
  const [name, setName] = useState(device?.name ?? '');
  const [roomChoice, setRoomChoice] = useState<string>(
    device === undefined ? 'kitchen' : (toKnownRoom(device.room) ?? otherRoom),
  );
  const [ownRoom, setOwnRoom] = useState(
    device !== undefined && toKnownRoom(device.room) === undefined ? device.room : '',
  );
  const [utility, setUtility] = useState<Utility>(device?.utility ?? firstUtility);
  const [parent, setParent] = useState<number | null | undefined>(
    device === undefined ? undefined : (own[0]?.parent_meter_id ?? null),
  );
  const [nameMissing, setNameMissing] = useState(false);
  const isMeasuring = own.some(({ reading_kind }) => reading_kind !== null);

  const save = useMutation({
    mutationFn: (draft: DeviceDraft) => saveDevice(userId, device, draft),
    onSuccess: (answer) => {
      if (answer.error !== null) return;
      for (const queryKey of [['devices'], ['meters'], ['latest'], ['usage']])
        void queryClient.invalidateQueries({ queryKey });
      notify(device === undefined ? t('form.added', { name }) : t('form.saved', { name }));
      if (device === undefined) onAdded?.(answer.data);
      onClose();
    },
  });
  const failure = save.data !== undefined && save.data.error !== null ? words.ofTable(save.data) : undefined;

  // Another place or utility may be inside another meter: what is proposed is thought over anew.
  const rethinkParent = () => setParent(device === undefined ? undefined : null);
  const chooseUtility = (chosen: Utility) => {
    setUtility(chosen);
    rethinkParent();
  };
  const chooseRoom = (chosen: string) => {
    setRoomChoice(chosen);
    if (device === undefined) rethinkParent();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setNameMissing(name.trim() === '');
    if (name.trim() === '') return;
    const room = roomChoice === otherRoom ? ownRoom.trim() : roomChoice;
    save.mutate({ name: name.trim(), room, utility, parent, ...(household && { householdId: household.id }) });
  };

  const rooms = [
    ...knownRooms.map((room) => ({ value: room as string, label: roomName(room) })),
    { value: otherRoom, label: t('form.otherRoom') },
  ];
  const utilities = utilityIds.map((value) => ({ value, label: t(value) }));
  return (
    <form className="space-y-5" onSubmit={submit} noValidate>
      <Field label={t('form.name')} error={nameMissing ? t('form.nameMissing') : undefined}>
        {(control) => (
          <Input {...control} value={name} maxLength={80} autoFocus onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <div>
        <p className="mb-1.5 text-small font-semibold">{t('form.utility')}</p>
        {isMeasuring ? (
          <p>
            {t(utility)}. <span className="text-small text-ink-soft">{t('form.utilityFixed')}</span>
          </p>
        ) : (
          <SegmentedControl label={t('form.utility')} value={utility} options={utilities} onChange={chooseUtility} />
        )}
      </div>
      <Field label={t('form.room')}>
        {(control) => (
          <Select
            {...control}
            options={rooms}
            value={roomChoice}
            onChange={(event) => chooseRoom(event.target.value)}
          />
        )}
      </Field>
      {roomChoice === otherRoom && (
        <Field label={t('form.ownRoom')}>
          {(control) => (
            <Input {...control} value={ownRoom} maxLength={40} onChange={(event) => setOwnRoom(event.target.value)} />
          )}
        </Field>
      )}
      <ParentField
        meters={meters}
        deviceId={device?.id}
        utility={utility}
        room={roomChoice}
        value={parent}
        onChange={setParent}
      />
      {failure !== undefined && (
        <p role="alert" className="rounded-control bg-alert-soft px-3 py-2 text-alert">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" pending={save.isPending}>
          {device === undefined ? t('form.add') : t('form.save')}
        </Button>
      </div>
    </form>
  );
}
