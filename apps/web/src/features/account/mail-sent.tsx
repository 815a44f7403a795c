import { MailCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { environment } from '../../platform/env.ts';

export function MailSent({ title, text }: { title: ReactNode; text: ReactNode }) {
  const { t } = useTranslation('account');
  return (
    <div role="status" className="flex gap-4 rounded-control bg-leaf-soft p-4">
      <MailCheck className="mt-0.5 size-6 shrink-0 text-leaf" aria-hidden />
      <div>
        <p className="font-semibold">{title}</p>
        <p className="mt-0.5">{text}</p>
        {environment().devMailbox && <p className="mt-2 text-small text-ink-soft">{t('done.devMailbox')}</p>}
      </div>
    </div>
  );
}
