import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#shell/ui/badge.tsx';
import { Button } from '#shell/ui/button.tsx';
import { UtilityTile } from '#shell/ui/utility-mark.tsx';
import { useBillFormat } from '../use-bill-format.ts';
import {
  currencyHere,
  daysTold,
  moneyTold,
  standingTold,
  type ToldBill,
  type ToldContext,
} from './utility-bill-told.ts';
import { addDays } from '#shell/text/local-day.ts';

export interface UtilityBillToldRowProps {
  told: ToldBill;
  context: ToldContext;
  /** Where its list is not of one file. */
  namesFile: boolean;
  onFill: () => void;
}

/** A billing period that a file tells: pressed, it fills in the form; or why it cannot. */
export function UtilityBillToldRow({ told, context, namesFile, onFill }: UtilityBillToldRowProps) {
  const { t } = useTranslation('utility-bills');
  const { bill, fileName } = told;
  const write = useBillFormat(bill.currency ?? undefined);
  const days = daysTold(bill, context.household.time_zone);
  const standing = standingTold(bill, context);
  const period = write.period(days.firstDay, addDays(days.lastDay, 1));
  const utility = t(bill.utility);
  return (
    <li
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-line py-2.5 last:border-b-0"
      data-told-bill={days.firstDay}
    >
      <UtilityTile utility={bill.utility} />
      <div className="min-w-0">
        <p className="font-semibold">{period}</p>
        <p className="text-small text-ink-soft wrap-anywhere">
          {utility} · <bdi>{bill.column}</bdi>
        </p>
        {namesFile && (
          <p className="flex items-center gap-1 text-small text-ink-soft">
            <FileText className="size-4 shrink-0" aria-hidden />
            <bdi className="truncate">{fileName}</bdi>
          </p>
        )}
      </div>
      <div className="flex flex-col items-end gap-1">
        <span className="figures font-[650]">{write.format.moneyIn(bill.currency, moneyTold(bill.total))}</span>
        {standing === 'ready' && (
          <Button size="small" look="secondary" aria-label={t('told.fillOf', { utility, period })} onClick={onFill}>
            {t('told.fill')}
          </Button>
        )}
        {standing === 'entered' && <Badge tone="leaf">{t('told.entered')}</Badge>}
      </div>
      {standing !== 'ready' && standing !== 'entered' && (
        <p className="col-span-full text-small text-ink-soft">
          {t(`told.why.${standing}`, {
            theirs: bill.currency ?? '',
            ours: currencyHere(bill, days, context),
            day: write.day(days.lastDay),
          })}
        </p>
      )}
    </li>
  );
}
