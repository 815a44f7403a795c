import { useTranslation } from 'react-i18next';
import { MissingNotes } from '../so-far/no-cost-card.tsx';

/** A tariff may be in another currency than the household's; a bill is in one. */
export function CurrencyNote({ tariff, household }: { tariff: string | undefined; household: string }) {
  const { t } = useTranslation('billing');
  const notes = tariff === undefined || tariff === household ? [] : [t('text.otherCurrency', { tariff, household })];
  return <MissingNotes label={t('text.currencyLabel')} notes={notes} />;
}
