import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

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
  const [typed, setTyped] = useState('');
  const isSame = plain(typed) === plain(household);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSame) onConfirm();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field label={t('typeName', { household })}>
        {(control) => (
          <Input
            {...control}
            data-first-focus
            autoComplete="off"
            value={typed}
            maxLength={80}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {t('shell:cancel')}
        </Button>
        <Button type="submit" look="danger" pending={isPending} disabled={!isSame}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}

const plain = (name: string) => name.trim().normalize();
