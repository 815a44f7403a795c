import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Send, TriangleAlert } from 'lucide-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { environment } from '#shell/data/env.ts';
import { ServiceError } from '#shell/data/service-error.ts';
import { callService } from '#shell/data/service.ts';
import { type BodyFault, faultsOfBody, useForm } from '#shell/parts/form.tsx';
import { useSession, useUserId } from '#shell/session/session.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { AreaField, FormActions, SelectField, TextField } from '#shell/ui/field.tsx';
import type { ContactBody, FaqRequestBody } from '../../contract/contact-bodies.ts';
import { contactLimits, contactTopics, faqLimits } from '../../contract/contact-terms.ts';
import { type ContactAnswer, requestFaqEntry, sendMessage } from '../../contract/contact.ts';
import { ownName } from '#shell/data/base.ts';

interface SentMessage extends ContactAnswer {
  readonly email: string;
}

export function ContactCard() {
  const { t } = useTranslation('contact');
  const [sent, setSent] = useState<SentMessage>();
  if (sent !== undefined)
    return (
      <Card>
        <MessageSent sent={sent} onAnother={() => setSent(undefined)} />
      </Card>
    );
  return (
    <Card title={t('form.title')} className="relative overflow-clip">
      <MessageForm onSent={setSent} />
    </Card>
  );
}

/** It has arrived, and what happens next. */
function MessageSent({ sent, onAnother }: { sent: SentMessage; onAnother: () => void }) {
  const { t } = useTranslation('contact');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { email } = sent;
  const isMailed = sent.confirmation !== 'no-mail' && !environment().devMailbox;
  const steps = [
    isMailed ? t('sent.mailed') : t('sent.kept'),
    ...(environment().devMailbox ? [t('sent.mailbox')] : []),
    ...(isMailed && sent.confirmation === 'coming' ? [t('sent.confirmed', { email })] : []),
    ...(isMailed && sent.confirmation === 'enough-today' ? [t('sent.notConfirmed')] : []),
    t('sent.answer', { email }),
  ];
  return (
    <div className="py-4">
      <span className="mb-4 inline-flex size-14 items-center justify-center rounded-full bg-leaf-soft text-leaf">
        <CircleCheck className="size-7" aria-hidden />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-head outline-none">
        {t('sent.title')}
      </h2>
      <p className="figures mt-1 text-ink-soft">{t('sent.reference', { reference: sent.reference })}</p>
      <ol className="mt-5 max-w-prose list-decimal space-y-2 pl-5">
        {steps.map((step) => (
          <li key={step} className="pl-1 [overflow-wrap:anywhere]">
            {step}
          </li>
        ))}
      </ol>
      <Button look="secondary" className="mt-6" onClick={onAnother}>
        {t('sent.another')}
      </Button>
    </div>
  );
}

/** From here on the form says how many characters are left. */
const nearTheEnd = 500;

function MessageForm({ onSent }: { onSent: (sent: SentMessage) => void }) {
  const person = useKnownPerson();
  return <PersonForm key={person.email} person={person} onSent={onSent} />;
}

interface Person {
  name: string;
  email: string;
}

function PersonForm({ person, onSent }: { person: Person; onSent: (sent: SentMessage) => void }) {
  const { t } = useTranslation('contact');
  const language = useLanguage();
  const trap = useRef<HTMLInputElement>(null);
  const [blank] = useState<MessageParts>({ ...person, phone: '', topic: 'general', subject: '', message: '' });
  const send = useMutation({
    mutationFn: (body: ContactBody) => callService(sendMessage, { body }),
    onSuccess: (answer, { email }) => {
      // At once: what was sent leaves no trace, even if the form goes away with it.
      keepDraft({});
      onSent({ ...answer, email });
    },
  });
  const bodyOf = (parts: MessageParts): ContactBody => {
    const phone = parts.phone.trim();
    const website = trap.current?.value ?? '';
    return {
      name: parts.name.trim(),
      email: parts.email.trim(),
      topic: parts.topic,
      subject: parts.subject.trim(),
      message: parts.message.trim(),
      language,
      ...(phone !== '' && { phone }),
      ...(website !== '' && { website }),
    };
  };
  const form = useForm<MessageParts, BodyFault>({
    values: { ...blank, ...readDraft() },
    check: (parts) => faultsOfBody('contactBody', { ...bodyOf(parts) }),
    words: usePartLabels(contactLimits),
    send: (parts) => send.mutateAsync(bodyOf(parts)),
    forgives: true,
    onChange: (parts) => keepDraft(partsBeside(blank, parts)),
  });
  const left = contactLimits.message - form.values.message.trim().length;
  return (
    <form {...form.props} className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.field('name')} label={t('form.name')} autoComplete="name" />
        <TextField {...form.field('email')} label={t('form.email')} hint={t('form.emailHint')} type="email" />
        <TextField {...form.field('phone')} label={t('form.phone')} type="tel" />
        <SelectField
          {...form.field('topic')}
          label={t('form.topic')}
          options={contactTopics.map((topic) => ({ value: topic, label: t(`topics.${topic}`) }))}
        />
      </div>
      <TextField {...form.field('subject')} label={t('form.subject')} autoComplete="off" />
      <AreaField
        {...form.field('message')}
        label={t('form.message')}
        hint={left > nearTheEnd || left < 0 ? t('form.draft') : t('form.left', { count: left })}
        rows={7}
      />
      <TrapField ref={trap} />
      {form.failure !== undefined && <NotSent title={t('failed')} error={form.failure} />}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" size="large" pending={form.isPending} icon={<Send className="size-5" aria-hidden />}>
          {t('form.send')}
        </Button>
        <p className="min-w-48 flex-1 text-small text-ink-soft">{t('form.privacy')}</p>
      </div>
    </form>
  );
}

function keepDraft(draft: Partial<MessageParts>): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(ownName(storageKey));
    else sessionStorage.setItem(ownName(storageKey), JSON.stringify(draft));
  } catch {
    return;
  }
}

interface MessageParts extends Record<'name' | 'email' | 'phone' | 'subject' | 'message', string> {
  topic: ContactBody['topic'];
}

const partNames: readonly (keyof MessageParts)[] = ['name', 'email', 'phone', 'topic', 'subject', 'message'];
const storageKey = 'wattershed-message';

/** What has been typed so far, kept in this tab until it is sent, through reloads and other pages; the next person at this browser does not find it. */
function readDraft(): Partial<MessageParts> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(ownName(storageKey)) ?? '{}');
    const given = Object.entries(typeof stored === 'object' && stored !== null ? stored : {});
    const texts = given.filter(([name, text]) => partNames.some((part) => part === name) && typeof text === 'string');
    const draft = Object.fromEntries(texts) as Partial<MessageParts>;
    if (!contactTopics.some((topic) => topic === draft.topic)) delete draft.topic;
    return draft;
  } catch {
    return {};
  }
}

/** What was typed: the rest is what is known anyway. */
function partsBeside(blank: MessageParts, parts: MessageParts): Partial<MessageParts> {
  return Object.fromEntries(Object.entries(parts).filter(([part, text]) => text !== blank[part as keyof MessageParts]));
}

/** A signed-in member need not write what we know already. */
function useKnownPerson(): Person {
  const session = useSession();
  if (session.status !== 'signed-in' || session.user.isGuest) return { name: '', email: '' };
  return { name: session.user.displayName, email: session.user.email };
}

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

type Part = 'name' | 'email' | 'phone' | 'topic' | 'subject' | 'message' | 'question';

/** What is wrong with a part, in words. */
function usePartLabels(most: Partial<Record<Part, number>>) {
  const { t } = useTranslation('contact');
  return <N extends Part>(fault: BodyFault, name: N, parts: Record<N, string>): string => {
    const part: Part = name;
    if (fault === 'tooLong') return t('check.tooLong', { count: parts[name].trim().length - (most[part] ?? 0) });
    if (part === 'topic') return t('form.topic');
    return part === 'email' && fault === 'invalid' ? t('check.emailInvalid') : t(`check.${part}`);
  };
}

/** Why it was not sent, and that nothing is lost. */
function NotSent({ title, error }: { title: string; error: unknown }) {
  const { t } = useTranslation(['contact', 'errors']);
  return (
    <div role="alert" className="flex gap-3 rounded-control bg-alert-soft px-3.5 py-3">
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-alert" aria-hidden />
      <div>
        <p className="font-semibold">{title}</p>
        <p>{t(`errors:${error instanceof ServiceError ? error.code : 'internal'}`)}</p>
        <p className="text-small">{t('failedText')}</p>
      </div>
    </div>
  );
}

/** No person sees or reaches it: what fills it in is a machine, and the service keeps nothing of that. */
function TrapField({ ref }: { ref: Ref<HTMLInputElement> }) {
  const { t } = useTranslation('contact');
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] h-px w-px overflow-hidden">
      <label>
        {t('form.trap')}
        <input ref={ref} name="website" type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
