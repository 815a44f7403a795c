import type { Invited } from '@wattershed/contracts';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../platform/copy-button.tsx';
import { useFormat } from '../../platform/household.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const QrCode = lazy(() => import('./qr-code.tsx'));

export interface MadeInvitationProps {
  invited: Invited;
  /** To whom it was sent, if it was to be. */
  email: string | undefined;
  onClose: () => void;
}

/** The link, this once: to be copied, or scanned from this screen. */
export function MadeInvitation({ invited: { link, expiresAt, mailed }, email, onClose }: MadeInvitationProps) {
  const { t } = useTranslation('household');
  const format = useFormat();
  return (
    <div className="space-y-4">
      {email !== undefined && <p role="status">{t(mailed ? 'made.mailed' : 'made.notMailed', { email })}</p>}
      <div className="flex items-center gap-3 rounded-control border border-leaf/40 bg-leaf-soft p-3">
        <code aria-label={t('made.link')} className="min-w-0 flex-1 text-small break-all">
          {link}
        </code>
        <CopyButton text={link} label={t('made.copy')} look="primary" />
      </div>
      <p className="text-small text-ink-soft">
        {t('made.once', { date: format.dateTime(Date.parse(expiresAt)) })}
        {email === undefined && ` ${t('made.care')}`}
      </p>
      <div className="flex flex-col items-center gap-2">
        <Suspense fallback={<Skeleton className="size-52 rounded-control" />}>
          <QrCode text={link} label={t('made.qr')} />
        </Suspense>
        <p className="text-small text-ink-soft">{t('made.qrText')}</p>
      </div>
      <div className="flex justify-end">
        <Button onClick={onClose}>{t('made.done')}</Button>
      </div>
    </div>
  );
}
