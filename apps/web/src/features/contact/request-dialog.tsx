import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FaqRequestBody, requestFaqEntry } from '@wattershed/contracts/contact';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../platform/field-text.ts';
import { callService } from '../../platform/service.ts';
import { useUserId } from '../../platform/session.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { checkAddress, checkText, limits, type Problem } from './check-message.ts';
import { NotSent } from './not-sent.tsx';
import { TrapField } from './trap-field.tsx';
import { useProblemWords } from './use-problem-words.ts';

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

function RequestForm({ question: begun, onClose }: Omit<RequestDialogProps, 'open'>) {
  const { t } = useTranslation('contact');
  const words = useProblemWords();
  const language = useLanguage();
  const userId = useUserId();
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState(begun);
  const [email, setEmail] = useState('');
  const [problems, setProblems] = useState<{ question?: Problem | undefined; email?: Problem | undefined }>({});
  const ask = useMutation({
    mutationFn: (body: FaqRequestBody) => callService(requestFaqEntry, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['asked-questions'] }),
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (ask.isPending) return;
    const form = event.currentTarget;
    const found = {
      question: checkText(question, limits.question),
      email: email.trim() === '' ? undefined : checkAddress(email),
    };
    setProblems(found);
    const first = found.question !== undefined ? 'question' : found.email !== undefined ? 'email' : undefined;
    if (first !== undefined) return form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    const website = fieldText(new FormData(form), 'website');
    ask.mutate({
      question: question.trim().replace(/\s+/g, ' '),
      language,
      ...(email.trim() !== '' && { email: email.trim() }),
      ...(website !== '' && { website }),
    });
  };

  if (ask.isSuccess)
    return (
      <div role="status">
        <p className="font-semibold">{t('request.sentTitle')}</p>
        <p className="mt-1">{t('request.sentText')}</p>
        {email.trim() !== '' && <p className="mt-1">{t('request.sentMail')}</p>}
        {userId !== undefined && <p className="mt-1">{t('request.sentHere')}</p>}
        <div className="mt-6 flex justify-end">
          <Button onClick={onClose}>{t('request.close')}</Button>
        </div>
      </div>
    );
  return (
    <form noValidate onSubmit={submit} className="relative space-y-4 overflow-clip p-1">
      <Field label={t('request.question')} error={words('question', problems.question)}>
        {(control) => (
          <TextArea
            {...control}
            name="question"
            rows={3}
            data-first-focus
            value={question}
            onChange={(event) => setQuestion(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('request.email')} hint={t('request.emailHint')} error={words('email', problems.email)}>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <TrapField />
      {ask.isError && <NotSent title={t('request.failed')} error={ask.error} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {t('request.cancel')}
        </Button>
        <Button type="submit" pending={ask.isPending}>
          {t('request.send')}
        </Button>
      </div>
    </form>
  );
}
