import { CloudOff, Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { environment } from '../../platform/env.ts';
import { useOnline } from '../../platform/online.ts';
import { classNames } from '../../ui/class-names.ts';

/** What concerns every page, above it: no connection, an unfinished installation. */
export function Banners() {
  return (
    <>
      <OfflineBanner />
      <SetupBanner />
    </>
  );
}

function Banner({ icon, tint, children }: { icon: ReactNode; tint: string; children: ReactNode }) {
  return (
    <div role="status" className={classNames('mt-4 flex items-start gap-3 rounded-card px-4 py-3 text-small', tint)}>
      <span className="mt-px shrink-0">{icon}</span>
      <div className="flex flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">{children}</div>
    </div>
  );
}

function OfflineBanner() {
  const { t } = useTranslation();
  if (useOnline()) return null;
  return (
    <Banner icon={<CloudOff className="size-4.5" aria-hidden />} tint="bg-power-soft text-ink">
      {t('offline')}
    </Banner>
  );
}

function SetupBanner() {
  const { t } = useTranslation();
  const { missing } = environment();
  if (missing.length === 0) return null;
  return (
    <Banner icon={<Settings2 className="size-4.5" aria-hidden />} tint="bg-alert-soft text-ink">
      <p>
        <strong className="font-semibold text-alert">{t('setup.title')}</strong>
        {missing.map((setting) => ` ${t(`setup.${setting}`)}`)} {t('setup.text')}
      </p>
    </Banner>
  );
}
