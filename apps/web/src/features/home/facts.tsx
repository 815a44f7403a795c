import { useTranslation } from 'react-i18next';
import { Section } from './section.tsx';
import { useStaticFormat } from './use-static-format.ts';

const facts = [
  {
    key: 'shower',
    share: 0.22,
    source: 'Tiefenbeck et al., Management Science 64(3), 2018',
    url: 'https://doi.org/10.1287/mnsc.2016.2646',
  },
  {
    key: 'idle',
    share: 0.23,
    source: 'NRDC, Home Idle Load, 2015',
    url: 'https://www.nrdc.org/sites/default/files/home-idle-load-IP.pdf',
  },
  {
    key: 'leak',
    share: 0.1,
    source: 'US EPA, WaterSense, Fix a Leak Week',
    url: 'https://www.epa.gov/watersense/fix-leak-week',
  },
] as const;

export function Facts() {
  const { t } = useTranslation('home');
  const format = useStaticFormat();
  return (
    <Section id="facts" title={t('facts.title')} text={t('facts.text')}>
      <ul className="grid gap-4 md:grid-cols-3">
        {facts.map(({ key, share, source, url }) => (
          <li key={key} className="flex flex-col rounded-card border border-line bg-card p-5 sm:p-6">
            <p className="figures text-lead text-leaf">{format.percent(share)}</p>
            <p className="mt-2 flex-1">{t(`facts.${key}`)}</p>
            <p className="mt-4 text-small text-ink-soft">
              {t('facts.source')}{' '}
              <a href={url} lang="en" rel="noreferrer" className="underline underline-offset-2 hover:text-leaf">
                {source}
              </a>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
