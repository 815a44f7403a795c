import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { environment } from '../../platform/env.ts';
import { Button } from '../../ui/button.tsx';
import type { SentMessage } from './contact-card.tsx';

/** It has arrived, and what happens next. */
export function MessageSent({ sent, onAnother }: { sent: SentMessage; onAnother: () => void }) {
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
