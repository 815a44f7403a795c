import { useMutation } from '@tanstack/react-query';
import { type ReportBody, reportItem } from '@wattershed/contracts/community';
import { communityLimits, type ReportReason, reportReasons } from '@wattershed/contracts/community-terms';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callService } from '../../platform/service.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { notify } from '../../ui/notice.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { useFailureWords } from './failure-words.ts';
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
  const words = useFailureWords();
  const [reason, setReason] = useState<ReportReason>('spam');
  const [text, setText] = useState('');
  const send = useMutation({
    mutationFn: (body: ReportBody) => callService(reportItem, { params: nameOf(item), body }),
    onSuccess: () => {
      notify(t('report.sent'), t('report.sentText'));
      onClose();
    },
  });
  return (
    <form
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate({ reason, text: text.trim() });
      }}
    >
      <fieldset>
        <legend className="mb-1 text-small font-semibold">{t('report.reason')}</legend>
        {reportReasons.map((choice) => (
          <label key={choice} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="reason"
              value={choice}
              checked={reason === choice}
              onChange={() => setReason(choice)}
              className="size-5 accent-leaf"
            />
            {t(`report.reasons.${choice}`)}
          </label>
        ))}
      </fieldset>
      <Field label={t('report.words')}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={communityLimits.report}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {send.isError && (
        <p role="alert" className="rounded-control bg-alert-soft px-3 py-2 text-alert">
          {`${t('report.failed')}. ${words(send.error)}`}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" pending={send.isPending}>
          {t('report.send')}
        </Button>
      </div>
    </form>
  );
}
