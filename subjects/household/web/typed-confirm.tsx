import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '#shell/parts/form.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormActions, TextField } from '#shell/ui/field.tsx';

export interface TypedConfirmProps {
  open: boolean;
  title: string;
  /** What will be so. */
  text: ReactNode;
  /** What has to be typed, as it stands. */
  household: string;
  confirmLabel: string;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Before what cannot be taken back at all: the household's name has to be typed. */
export function TypedConfirm({ open, title, text, onClose, ...rest }: TypedConfirmProps) {
  const { t: shell } = useTranslation();
  return (
    <Dialog open={open} onClose={onClose} closeLabel={shell('close')} title={title} description={text}>
      <TypedForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

type TypedFormProps = Omit<TypedConfirmProps, 'open' | 'title' | 'text'>;

function TypedForm({ household, confirmLabel, isPending, onConfirm, onClose }: TypedFormProps) {
  const { t } = useTranslation(['household', 'shell']);
  const isSame = (typed: string) => plain(typed) === plain(household);
  const form = useForm({ values: { typed: '' }, send: ({ typed }) => isSame(typed) && onConfirm() });
  return (
    <form {...form.props}>
      <TextField
        {...form.field('typed')}
        label={t('typeName', { household })}
        data-first-focus
        autoComplete="off"
        maxLength={80}
      />
      <FormActions
        look="danger"
        className="mt-6"
        submit={confirmLabel}
        cancel={t('shell:cancel')}
        onCancel={onClose}
        pending={isPending}
        disabled={!isSame(form.values.typed)}
      />
    </form>
  );
}

const plain = (name: string) => name.trim().normalize();
