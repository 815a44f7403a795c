import { useMutation } from '@tanstack/react-query';
import { type ReportBody, reportItem } from '@wattershed/contracts/community';
import { communityLimits, reportReasons } from '@wattershed/contracts/community-terms';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../platform/form.tsx';
import { callService } from '../../platform/service.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { AreaField, FormActions, FormAlert } from '../../ui/field.tsx';
import { notify } from '../../ui/notice.ts';
import { type Item, nameOf } from './item.ts';

interface ReportDialogProps {
  open: boolean;
  item: Item;
  onClose: () => void;
}

export function ReportDialog(props: ReportDialogProps) {
  const { t } = useTranslation('community');
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={t('report.title')}
      description={t('report.text')}
      closeLabel={t('close')}
    >
      <ReportForm {...props} />
    </Dialog>
  );
}

function ReportForm({ item, onClose }: ReportDialogProps) {
  const { t } = useTranslation('community');
  const send = useMutation({
    mutationFn: (body: ReportBody) => callService(reportItem, { params: nameOf(item), body }),
    onSuccess: () => {
      notify(t('report.sent'), t('report.sentText'));
      onClose();
    },
  });
  const form = useForm<{ reason: ReportBody['reason']; text: string }>({
    values: { reason: 'spam', text: '' },
    send: ({ reason, text }) => send.mutateAsync({ reason, text: text.trim() }),
    refusal: (_, reason) => `${t('report.failed')}. ${reason}`,
  });
  return (
    <form {...form.props} className="space-y-5">
      <fieldset>
        <legend className="mb-1 text-small font-semibold">{t('report.reason')}</legend>
        {reportReasons.map((choice) => (
          <label key={choice} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input {...form.input('reason')} type="radio" value={choice} className="size-5 accent-leaf" />
            {t(`report.reasons.${choice}`)}
          </label>
        ))}
      </fieldset>
      <AreaField {...form.field('text')} label={t('report.words')} rows={3} maxLength={communityLimits.report} />
      <FormAlert>{form.alert}</FormAlert>
      <FormActions submit={t('report.send')} cancel={t('cancel')} onCancel={onClose} pending={form.isPending} />
    </form>
  );
}
