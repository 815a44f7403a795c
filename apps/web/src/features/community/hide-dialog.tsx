import { communityLimits } from '@wattershed/contracts/community-terms';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import type { ItemName } from './item.ts';
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
  const [why, setWhy] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        moderate.mutate({ act: 'hide', why: why.trim() }, { onSuccess: onClose });
      }}
    >
      <Field label={t('hide.why')}>
        {(control) => (
          <Input
            {...control}
            data-first-focus
            maxLength={communityLimits.why}
            value={why}
            onChange={(event) => setWhy(event.target.value)}
          />
        )}
      </Field>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button look="danger" type="submit" pending={moderate.isPending}>
          {t('hide.confirm')}
        </Button>
      </div>
    </form>
  );
}
