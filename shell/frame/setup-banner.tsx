import { Settings2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { environment } from '../data/env.ts';
import { Banner } from './banner.tsx';

/** Says what an installation lacks, instead of failing later. */
export default function SetupBanner() {
  const { t } = useTranslation('health');
  return (
    <Banner icon={<Settings2 className="size-4.5" aria-hidden />} tint="bg-alert-soft text-ink">
      <p>
        <strong className="font-semibold text-alert">{t('setup.title')}</strong>
        {environment().missing.map((setting) => ` ${t(`setup.${setting}`)}`)} {t('setup.text')}
      </p>
    </Banner>
  );
}
