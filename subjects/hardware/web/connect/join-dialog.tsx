import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Channel, ConnectedDevice } from '#supabase/tables/index.ts';
import { useTranslation } from 'react-i18next';
import { useForm } from '#shell/parts/form.tsx';
import { useRoomName } from '#shell/household/room-name.ts';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormActions, SelectField } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { addFound } from './add-found.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
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
