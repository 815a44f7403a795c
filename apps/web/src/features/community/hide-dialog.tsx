import { communityLimits } from '@wattershed/contracts';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../platform/form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormActions, TextField } from '../../ui/field.tsx';
import { useModerate } from './use-moderate.ts';

interface HideDialogProps {
  open: boolean;
  path: `/api/v1/community/${string}`;
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

function HideForm({ path, onClose }: HideDialogProps) {
  const { t } = useTranslation('community');
  const moderate = useModerate(path);
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
