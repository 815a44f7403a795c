import { communityLimits } from '../../contract/community-terms.ts';
import { useTranslation } from 'react-i18next';
import { useForm } from '#shell/parts/form.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormActions, TextField } from '#shell/ui/field.tsx';
import type { ItemName } from './like-button.tsx';
import { useModerate } from './use-moderate.ts';

interface HideDialogProps {
  open: boolean;
  name: ItemName;
  onClose: () => void;
}

/** An administrator says why, and the author reads it. */
export function HideDialog(props: HideDialogProps) {
  const { t } = useTranslation('community');
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={t('hide.title')}
      description={t('hide.text')}
      closeLabel={t('close')}
    >
      <HideForm {...props} />
    </Dialog>
  );
}

function HideForm({ name, onClose }: HideDialogProps) {
  const { t } = useTranslation('community');
  const moderate = useModerate(name);
  const form = useForm({
    values: { why: '' },
    send: ({ why }) => moderate.mutateAsync({ act: 'hide', why: why.trim() }, { onSuccess: onClose }),
  });
  return (
    <form {...form.props}>
      <TextField {...form.field('why')} label={t('hide.why')} data-first-focus maxLength={communityLimits.why} />
      <FormActions
        look="danger"
        className="mt-6"
        submit={t('hide.confirm')}
        cancel={t('cancel')}
        onCancel={onClose}
        pending={form.isPending}
      />
    </form>
  );
}
