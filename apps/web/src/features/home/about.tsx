import { useTranslation } from 'react-i18next';
import { Section } from './section.tsx';

export function About() {
  const { t } = useTranslation('home');
  return (
    <Section id="about" title={t('about.title')}>
      <div className="grid gap-x-10 gap-y-4 md:grid-cols-2">
        <p>{t('about.what')}</p>
        <p>{t('about.how')}</p>
        <p>{t('about.data')}</p>
        <p>{t('about.name')}</p>
      </div>
    </Section>
  );
}
