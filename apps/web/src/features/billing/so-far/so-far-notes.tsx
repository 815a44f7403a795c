import type { BillSoFar } from '@wattershed/contracts';
import { useTranslation } from 'react-i18next';
import type { BillFormat } from '../use-bill-format.ts';

/** What the figures rest on, at the foot of their card. */
export function SoFarNotes({ soFar, write }: { soFar: BillSoFar; write: BillFormat }) {
  const { t } = useTranslation('billing');
  const estimated = write.estimated(soFar);
  const unpriced = soFar.cost?.unpricedDays ?? 0;
  const notes = [
    t(soFar.origin === 'simulated' ? 'foot.simulated' : 'foot.measured'),
    ...(soFar.coverage === null ? [] : [t('foot.coverage', { share: write.format.percent(soFar.coverage, 1) })]),
    ...(estimated.length === 0 ? [] : [t('foot.estimated', { amounts: write.format.list(estimated) })]),
    ...(unpriced === 0 ? [] : [t('foot.unpriced', { count: unpriced })]),
    t('foot.rounding'),
  ];
  return (
    <ul aria-label={t('foot.label')} className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-small text-ink-soft">
      {notes.map((note, i) => (
        <li key={note} className="inline-flex items-center gap-2">
          {i === 0 && (
            <span
              aria-hidden="true"
              className={
                soFar.origin === 'measured'
                  ? 'size-2 shrink-0 rounded-full bg-leaf'
                  : 'size-2 shrink-0 rounded-full border border-dashed border-ink-soft'
              }
            />
          )}
          {note}
        </li>
      ))}
    </ul>
  );
}
