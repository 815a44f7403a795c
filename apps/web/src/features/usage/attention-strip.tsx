import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { buttonStyle } from '../../ui/button.tsx';
import type { UsageFigures } from './usage-figures.ts';

/** Red only for what needs a hand now: readings that nobody believes until a person says so. */
export function AttentionStrip({ figures }: { figures: UsageFigures }) {
  const { t } = useTranslation('usage');
  const count = figures.latest.meters.reduce((sum, { quarantined }) => sum + quarantined, 0);
  if (count === 0) return null;
  return (
    <section className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-alert/30 bg-alert-soft px-4 py-4 sm:px-6">
      <TriangleAlert className="size-5 shrink-0 text-alert" aria-hidden />
      <div className="min-w-60 flex-1">
        <h2 className="text-title">{t('attention.title', { count })}</h2>
        <p className="text-small text-ink-soft">{t('attention.text', { count })}</p>
      </div>
      <Link to="/devices" className={buttonStyle({ look: 'secondary' })}>
        {t('attention.decide')}
      </Link>
    </section>
  );
}
