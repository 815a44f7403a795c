import { useTranslation } from 'react-i18next';
import { MissingNotes } from '../../so-far/missing-notes.tsx';
import type { KeptParts } from './plan-draft.ts';

/** What the form hands on without showing it. */
export function KeptNote({ kept }: { kept: KeptParts }) {
  const { t } = useTranslation('billing-charges');
  const { timeZone, source, change, rounding, calendars = {} } = kept;
  const notes = [
    ...(timeZone === undefined ? [] : [t('kept.timeZone', { timeZone })]),
    ...(source === undefined ? [] : [t('kept.source', { title: source.title })]),
    ...(change === undefined || change === 'measured' ? [] : [t(`kept.change.${change}`)]),
    ...(rounding === undefined ? [] : [t('kept.rounding')]),
    ...(Object.keys(calendars).length === 0 ? [] : [t('kept.calendars')]),
  ];
  if (notes.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1.5 text-small font-semibold">{t('kept.title')}</h3>
      <MissingNotes label={t('kept.title')} notes={notes} />
    </div>
  );
}
