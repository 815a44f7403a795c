import { useTranslation } from 'react-i18next';
import type { Utility } from '#catalogue/index.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { useLatestUsage } from '#shell/household/latest-usage.ts';
import { useForm } from '#shell/parts/form.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormActions, FormAlert, SelectField, TextField } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import type { HomeChange } from '../../contract/changes.ts';
import { useMeterName } from '../meter-name.ts';
import { useChangeWrites } from './changes-queries.ts';

interface ChangeDialogProps {
  /** What is changed; `new`: one that is added; left out: closed. */
  opened: HomeChange | 'new' | undefined;
  today: string;
  onClose: () => void;
}

/** A change is named, with its day and where it is looked for. */
export function ChangeDialog({ opened, today, onClose }: ChangeDialogProps) {
  const { t } = useTranslation('changes');
  return (
    <Dialog
      open={opened !== undefined}
      onClose={onClose}
      closeLabel={t('close')}
      title={t(opened === 'new' ? 'form.add' : 'form.edit')}
    >
      {opened !== undefined && (
        <ChangeForm change={opened === 'new' ? undefined : opened} today={today} onDone={onClose} />
      )}
    </Dialog>
  );
}

interface ChangeFormProps {
  change: HomeChange | undefined;
  today: string;
  onDone: () => void;
}

const maxName = 80;

function ChangeForm({ change, today, onDone }: ChangeFormProps) {
  const { t } = useTranslation('changes');
  const { add, change: save } = useChangeWrites();
  const places = usePlaces();
  const form = useForm({
    values: {
      name: change?.name ?? '',
      place: change === undefined ? (places[0]?.value ?? '') : placeOf(change.utility, change.meterId),
      day: change?.day ?? today,
    },
    check: ({ name, day }) => ({
      name: name.trim() === '' ? t('form.noName') : undefined,
      day: day < '2000-01-01' || day > '2099-12-31' ? t('form.noDay') : undefined,
    }),
    send: async ({ name, place, day }) => {
      const [utility = 'electricity', meter = ''] = place.split(' ');
      const values = {
        name: name.trim(),
        utility: utility as Utility,
        meter_id: meter === '' ? null : meter,
        day,
      };
      if (change === undefined) await add.mutateAsync(values);
      else await save.mutateAsync({ id: change.id, values });
      notify(t('form.saved'));
      onDone();
    },
    refusal: (_error, reason) => `${t('failed')} ${reason}`,
  });
  return (
    <form {...form.props} className="space-y-4">
      <TextField {...form.field('name')} label={t('form.name')} hint={t('form.nameHint')} maxLength={maxName} />
      <TextField {...form.field('day')} label={t('form.day')} type="date" min="2000-01-01" max="2099-12-31" />
      <SelectField {...form.field('place')} label={t('form.place')} hint={t('form.placeHint')} options={places} />
      <FormAlert>{form.alert}</FormAlert>
      <FormActions submit={t('form.save')} cancel={t('form.cancel')} onCancel={onDone} pending={form.isPending} />
    </form>
  );
}

const placeOf = (utility: Utility, meterId: string | null): string => `${utility} ${meterId ?? ''}`;

/** The whole home by utility, then each meter inside it. */
function usePlaces() {
  const { t } = useTranslation('changes');
  const utilities = useUtilities();
  const nameOf = useMeterName();
  const meters = useLatestUsage().data?.meters ?? [];
  return utilities.flatMap((utility) => [
    { value: placeOf(utility, null), label: t('wholeHome', { utility: t(`utility.${utility}`) }) },
    ...meters
      .filter((meter) => meter.utility === utility && meter.flow === 'drawn')
      .map((meter) => ({
        value: placeOf(utility, meter.meterId),
        label: `${nameOf(meter)} (${t(`utility.${utility}`)})`,
      })),
  ]);
}
