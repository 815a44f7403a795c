import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { counterText } from '../../platform/counter-text.ts';
import { useFormat } from '../../platform/household.ts';
import { useSetAsideReadings } from '../../platform/set-aside-readings.ts';
import { Button } from '../../ui/button.tsx';
import type { MeterRow } from './readings-queries.ts';
import type { RepairTask } from './repair-entry.ts';

const shown = 5;

export interface SetAsideProps {
  meter: MeterRow;
  onTask: ((task: RepairTask) => void) | undefined;
}

/** Readings of this meter that nobody believes until a person says so. */
export function SetAside({ meter, onTask }: SetAsideProps) {
  const { t } = useTranslation('readings');
  const format = useFormat();
  const { data = [] } = useSetAsideReadings(meter.quarantined);
  const waiting = data.filter(({ meterId }) => Number(meterId) === meter.id);
  const [first] = waiting;
  if (first === undefined) return null;
  return (
    <section className="mb-4 rounded-card border border-alert/30 bg-alert-soft p-4 sm:p-6">
      <h2 className="flex items-center gap-3 text-title">
        <TriangleAlert className="size-5 shrink-0 text-alert" aria-hidden />
        {t('repair.aside', { count: meter.quarantined })}
      </h2>
      <p className="mt-1 text-small text-ink-soft">{t(`repair.asideText.${first.reason}`)}</p>
      <ul className="figures mt-3 text-small">
        {waiting.slice(0, shown).map(({ id, at, value }) => (
          <li key={id}>
            {format.dateTime(Date.parse(at))}: {counterText(value, meter.utility, format.number)}
          </li>
        ))}
        {meter.quarantined > shown && <li>…</li>}
      </ul>
      {onTask !== undefined && (
        <div className="mt-4 flex flex-wrap gap-2">
          {first.reason !== 'negative-amount' && (
            <>
              <Button size="small" onClick={() => onTask({ kind: 'start', reading: first })}>
                {t('repair.exchange')}
              </Button>
              <Button look="secondary" size="small" onClick={() => onTask({ kind: 'believe' })}>
                {t('repair.believe')}
              </Button>
            </>
          )}
          <Button look="secondary" size="small" onClick={() => onTask({ kind: 'discard' })}>
            {t('repair.discard')}
          </Button>
        </div>
      )}
    </section>
  );
}
