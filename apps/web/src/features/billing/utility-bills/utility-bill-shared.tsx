import type { UtilityBillRow } from '@wattershed/database';
import { useTranslation } from 'react-i18next';
import { isTariffDay } from '../tariffs/check-tariff.ts';
import { useBillFormat } from '../use-bill-format.ts';
import type { UtilityBillDraft } from './utility-bill-draft.ts';
import { sharing } from './utility-bill-told.ts';

export interface UtilityBillSharedProps {
  draft: UtilityBillDraft;
  /** Those that are entered already. */
  others: readonly UtilityBillRow[];
}

/** Says which bill has some of these days already. It may be right: two suppliers, or a corrected bill. */
export function UtilityBillShared({ draft, others }: UtilityBillSharedProps) {
  const { t } = useTranslation('utility-bills');
  const write = useBillFormat();
  const other = isTariffDay(draft.firstDay) && isTariffDay(draft.lastDay) ? sharing(draft, others) : undefined;
  if (other === undefined) return null;
  return (
    <p role="status" className="rounded-control bg-power-soft px-3 py-2">
      {t('told.shares', { utility: t(other.utility), period: write.period(other.period_start, other.period_end) })}
    </p>
  );
}
