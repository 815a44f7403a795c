import type { FaqRequest } from '@wattershed/database';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { decideRequest } from './change-rows.ts';
import { useAdminAct } from './use-admin-act.ts';

export function RejectDialog({ request, onClose }: { request: FaqRequest | undefined; onClose: () => void }) {
  const { t } = useTranslation('admin');
  return (
    <Dialog
      open={request !== undefined}
      onClose={onClose}
      title={t('reject.title')}
      description={t('reject.text')}
      closeLabel={t('form.close')}
    >
      {request !== undefined && <RejectForm request={request} onClose={onClose} />}
    </Dialog>
  );
}

const mostLetters = 500;

function RejectForm({ request, onClose }: { request: FaqRequest; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const reject = useAdminAct({
    act: (text: string) => decideRequest(request.id, { status: 'rejected', reason: text }),
    done: t('done.rejected'),
    onDone: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(reason.trim() === '');
    if (reason.trim() !== '') reject.mutate(reason.trim());
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <p lang={request.language} className="written font-semibold [overflow-wrap:anywhere]">
        {request.question}
      </p>
      <Field
        label={t('reject.reason')}
        hint={t('reject.tell', { language: t(`languages.${request.language}`) })}
        error={isMissing ? t('reject.missing') : undefined}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={mostLetters}
            data-first-focus
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" look="danger" pending={reject.isPending}>
          {t('reject.confirm')}
        </Button>
      </div>
    </form>
  );
}
