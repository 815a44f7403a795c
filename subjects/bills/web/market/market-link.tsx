import { useTranslation } from 'react-i18next';
import { useSoFar } from '../billing-queries.ts';
import { missingDays } from './market-api.ts';

/** Whether a note says that bills wait for a series: it names it, in quotes. */
export function useNamesMissingSeries(): (note: string) => boolean {
  const names = [...missingDays(useSoFar().data).keys()];
  return (note) => names.some((name) => note.includes(`“${name}”`) || note.includes(`«${name}»`));
}

/** Leads to where prices are brought; a dialog in which it stands gives way. */
export function MarketLink() {
  const { t } = useTranslation('billing-market');
  return (
    <a
      href="#market-prices"
      className="font-semibold text-leaf underline"
      onClick={(event) => event.currentTarget.closest('dialog')?.close()}
    >
      {t('link')}
    </a>
  );
}
