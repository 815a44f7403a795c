import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Channel, ConnectedDevice } from '@wattershed/database';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRoomName } from '../../platform/room-name.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { notify } from '../../ui/notice.ts';
import { Select } from '../../ui/select.tsx';
import { addFound } from './add-found.ts';
import { useFailureWords } from '../../platform/failure-words.ts';
import { type FoundEntry, possibleDevices } from './found-entries.ts';

export interface JoinDialogProps {
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
  const words = useFailureWords();
  const roomName = useRoomName();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState(choices[0]?.id ?? '');
  const join = useMutation({
    mutationFn: () => addFound(entry, { device: chosen }),
    onSuccess: () => {
      notify(t('found.joined', { name }));
      onClose();
    },
    onError: (error) => notify(t('found.failed', { name }), words.ofThrown(error), 'alert'),
    onSettled: () => {
      for (const queryKey of [['channels'], ['devices'], ['meters']]) void queryClient.invalidateQueries({ queryKey });
    },
  });
  if (choices.length === 0) return <p>{t('found.noDevice')}</p>;
  return (
    <form
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        join.mutate();
      }}
    >
      <Field label={t('found.device')}>
        {(control) => (
          <Select
            {...control}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
            options={choices.map((device) => ({
              value: device.id,
              label: `${device.name} · ${roomName(device.room)}`,
            }))}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" pending={join.isPending}>
          {t('found.joinDone')}
        </Button>
      </div>
    </form>
  );
}
