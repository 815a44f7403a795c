import { useTranslation } from 'react-i18next';
import type { DaysFault, holdingOf } from './export-period.ts';
import { useBillFormat } from '../use-bill-format.ts';

export interface ExportHoldingProps {
  id: string;
  fault: DaysFault | undefined;
  /** Whether the bills could be counted. */
  isKnown: boolean;
  holding: ReturnType<typeof holdingOf>;
}

/** What the file will hold, or why it cannot be made. */
export function ExportHolding({ id, fault, isKnown, holding }: ExportHoldingProps) {
  const { t } = useTranslation('billing-export');
  const { period } = useBillFormat();
  const held =
    holding === undefined
      ? t('none')
      : t('holds', { count: holding.count, period: period(holding.start, holding.end) });
  return (
    <div className="rounded-control bg-paper px-4 py-3">
      <p id={id} role="status" className="min-h-6 font-semibold">
        {fault !== undefined ? <span className="text-alert">{t(`faults.${fault}`)}</span> : isKnown && held}
      </p>
      <p className="text-small text-ink-soft">{t('belongs')}</p>
    </div>
  );
}
