import { faqLimits } from '@wattershed/contracts/contact-terms';
import type { FaqRequest } from '@wattershed/database';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../../platform/form.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { AreaField, FormActions } from '../../../ui/field.tsx';
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

function RejectForm({ request, onClose }: { request: FaqRequest; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const reject = useAdminAct({
    act: (text: string) => decideRequest(request.id, { status: 'rejected', reason: text }),
    done: t('done.rejected'),
    onDone: onClose,
  });
  const form = useForm({
    values: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('reject.missing') : undefined }),
    send: ({ reason }) => reject.mutateAsync(reason.trim()),
  });
  return (
    <form {...form.props} className="space-y-4">
      <p lang={request.language} className="written font-semibold [overflow-wrap:anywhere]">
        {request.question}
      </p>
      <AreaField
        {...form.field('reason')}
        label={t('reject.reason')}
        hint={t('reject.tell', { language: t(`languages.${request.language}`) })}
        rows={3}
        maxLength={faqLimits.reason}
        data-first-focus
      />
      <FormActions
        look="danger"
        submit={t('reject.confirm')}
        cancel={t('form.cancel')}
        onCancel={onClose}
        pending={form.isPending}
      />
    </form>
  );
}
