import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestFaqEntry } from '../../contract/contact.ts';
import type { FaqRequestBody } from '../../contract/contact-bodies.ts';
import { contactLimits, faqLimits } from '../../contract/contact-terms.ts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type BodyFault, faultsOfBody, useForm } from '#shell/parts/form.tsx';
import { callService } from '#shell/data/service.ts';
import { useUserId } from '#shell/session/session.ts';
import { useLanguage } from '#shell/text/use-language.ts';
import { Button } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { AreaField, FormActions, TextField } from '#shell/ui/field.tsx';
import { NotSent } from './not-sent.tsx';
import { TrapField } from './trap-field.tsx';
import { usePartLabels } from './use-part-words.ts';

interface RequestDialogProps {
  open: boolean;
  /** What was searched for and not found. */
  question: string;
  onClose: () => void;
}

export function RequestDialog({ open, question, onClose }: RequestDialogProps) {
  const { t } = useTranslation('contact');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('request.title')}
      description={t('request.text')}
      closeLabel={t('request.close')}
    >
      <RequestForm question={question} onClose={onClose} />
    </Dialog>
  );
}

interface Asked {
  question: string;
  email: string;
}

function RequestForm({ question: begun, onClose }: Omit<RequestDialogProps, 'open'>) {
  const { t } = useTranslation('contact');
  const language = useLanguage();
  const userId = useUserId();
  const queryClient = useQueryClient();
  const trap = useRef<HTMLInputElement>(null);
  const ask = useMutation({
    mutationFn: (body: FaqRequestBody) => callService(requestFaqEntry, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['asked-questions'] }),
  });

  const bodyOf = ({ question, email }: Asked): FaqRequestBody => {
    const website = trap.current?.value ?? '';
    return {
      question: question.trim().replace(/\s+/g, ' '),
      language,
      ...(email.trim() !== '' && { email: email.trim() }),
      ...(website !== '' && { website }),
    };
  };
  const form = useForm<Asked, BodyFault>({
    values: { question: begun, email: '' },
    check: (asked) => faultsOfBody('faqRequestBody', { ...bodyOf(asked) }),
    words: usePartLabels({ question: faqLimits.request, email: contactLimits.email }),
    send: (asked) => ask.mutateAsync(bodyOf(asked)),
  });

  if (ask.isSuccess)
    return (
      <div role="status">
        <p className="font-semibold">{t('request.sentTitle')}</p>
        <p className="mt-1">{t('request.sentText')}</p>
        {form.values.email.trim() !== '' && <p className="mt-1">{t('request.sentMail')}</p>}
        {userId !== undefined && <p className="mt-1">{t('request.sentHere')}</p>}
        <div className="mt-6 flex justify-end">
          <Button onClick={onClose}>{t('request.close')}</Button>
        </div>
      </div>
    );
  return (
    <form {...form.props} className="relative space-y-4 overflow-clip p-1">
      <AreaField {...form.field('question')} label={t('request.question')} rows={3} data-first-focus />
      <TextField {...form.field('email')} label={t('request.email')} hint={t('request.emailHint')} type="email" />
      <TrapField ref={trap} />
      {form.failure !== undefined && <NotSent title={t('request.failed')} error={form.failure} />}
      <FormActions
        submit={t('request.send')}
        cancel={t('request.cancel')}
        onCancel={onClose}
        pending={form.isPending}
      />
    </form>
  );
}
