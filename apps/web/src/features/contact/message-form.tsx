import { useMutation } from '@tanstack/react-query';
import { type ContactBody, sendMessage } from '@wattershed/contracts/contact';
import { Send } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../platform/field-text.ts';
import { callService } from '../../platform/service.ts';
import { useSession } from '../../platform/session.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { checkAddress, checkPhone, checkText, limits, type Problem } from './check-message.ts';
import type { SentMessage } from './contact-card.tsx';
import { type PartName, topics, useMessageDraft } from './message-draft.ts';
import { NotSent } from './not-sent.tsx';
import { TrapField } from './trap-field.tsx';
import { useProblemWords } from './use-problem-words.ts';

type Problems = Partial<Record<PartName, Problem | undefined>>;

/** From here on the form says how many characters are left. */
const nearTheEnd = 500;

export function MessageForm({ onSent }: { onSent: (sent: SentMessage) => void }) {
  const { t } = useTranslation('contact');
  const words = useProblemWords();
  const language = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const { draft, change, clear } = useMessageDraft();
  const [problems, setProblems] = useState<Problems>({});
  const person = useKnownPerson();
  const parts = {
    name: draft.name ?? person.name,
    email: draft.email ?? person.email,
    phone: draft.phone ?? '',
    topic: draft.topic ?? 'general',
    subject: draft.subject ?? '',
    message: draft.message ?? '',
  };

  const send = useMutation({
    mutationFn: (body: ContactBody) => callService(sendMessage, { body }),
    onSuccess: (answer, { email }) => {
      clear();
      onSent({ ...answer, email });
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (send.isPending) return;
    const found = check(parts);
    setProblems(found);
    const first = Object.entries(found).find(([, problem]) => problem !== undefined)?.[0];
    if (first !== undefined) return form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    const { phone, ...rest } = Object.fromEntries(
      Object.entries(parts).map(([part, text]) => [part, text.trim()]),
    ) as unknown as Omit<ContactBody, 'language'> & { phone: string };
    const website = fieldText(new FormData(event.currentTarget), 'website');
    send.mutate({ ...rest, language, ...(phone !== '' && { phone }), ...(website !== '' && { website }) });
  };

  const type = (part: PartName, text: string) => {
    change(part, text);
    if (problems[part] !== undefined) setProblems((before) => ({ ...before, [part]: undefined }));
  };
  const textField = (part: 'name' | 'email' | 'phone' | 'subject', rest: Omit<Parameters<typeof Input>[0], 'name'>) => (
    <Field
      label={t(`form.${part}`)}
      error={words(part, problems[part])}
      {...(part === 'email' && { hint: t('form.emailHint') })}
    >
      {(control) => (
        <Input
          {...control}
          {...rest}
          name={part}
          value={parts[part]}
          onChange={(event) => type(part, event.target.value)}
        />
      )}
    </Field>
  );
  const left = limits.message - parts.message.trim().length;
  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {textField('name', { autoComplete: 'name' })}
        {textField('email', {
          type: 'email',
          inputMode: 'email',
          autoComplete: 'email',
          autoCapitalize: 'none',
          spellCheck: false,
        })}
        {textField('phone', { type: 'tel', inputMode: 'tel', autoComplete: 'tel' })}
        <Field label={t('form.topic')}>
          {(control) => (
            <Select
              {...control}
              name="topic"
              options={topics.map((topic) => ({ value: topic, label: t(`topics.${topic}`) }))}
              value={parts.topic}
              onChange={(event) => type('topic', event.target.value)}
            />
          )}
        </Field>
      </div>
      {textField('subject', { autoComplete: 'off' })}
      <Field
        label={t('form.message')}
        error={words('message', problems.message)}
        hint={left > nearTheEnd || left < 0 ? t('form.draft') : t('form.left', { count: left })}
      >
        {(control) => (
          <TextArea
            {...control}
            name="message"
            rows={7}
            value={parts.message}
            onChange={(event) => type('message', event.target.value)}
          />
        )}
      </Field>
      <TrapField />
      {send.isError && <NotSent title={t('failed')} error={send.error} />}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" size="large" pending={send.isPending} icon={<Send className="size-5" aria-hidden />}>
          {t('form.send')}
        </Button>
        <p className="min-w-48 flex-1 text-small text-ink-soft">{t('form.privacy')}</p>
      </div>
    </form>
  );
}

/** A signed-in member need not write what we know already. */
function useKnownPerson(): { name: string; email: string } {
  const session = useSession();
  if (session.status !== 'signed-in' || session.user.isGuest) return { name: '', email: '' };
  return { name: session.user.displayName, email: session.user.email };
}

function check(parts: Record<PartName, string>): Problems {
  return {
    name: checkText(parts.name, limits.name),
    email: checkAddress(parts.email),
    phone: checkPhone(parts.phone),
    subject: checkText(parts.subject, limits.subject),
    message: checkText(parts.message, limits.message),
  };
}
