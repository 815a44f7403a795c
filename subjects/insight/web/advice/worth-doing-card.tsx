import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '#shell/household/household.ts';
import { classNames } from '#shell/ui/class-names.ts';
import { Card } from '#shell/ui/layout.tsx';
import type { ToldAdvice } from '../../contract/worth-doing.ts';
import { useHomeAdvice } from './advice-query.ts';

/** At most two things to do, on the Dashboard; each leads to where it is taken or declined. */
export function WorthDoingCard() {
  const { t } = useTranslation('bill-card');
  const advice = useHomeAdvice().data?.advice ?? [];
  if (advice.length === 0) return null;
  return (
    <Card title={t('worth.title')}>
      <ul className="divide-y divide-line">
        {advice.map((one, i) => (
          <ActItem key={one.key} advice={one} isFolded={i > 0} />
        ))}
      </ul>
    </Card>
  );
}

/** A phone folds the reason of all but the first. */
function ActItem({ advice: { key, money, told }, isFolded }: { advice: ToldAdvice; isFolded: boolean }) {
  const { t } = useTranslation('bill-card');
  const format = useFormat();
  const month = Number(money.perMonth);
  const amount = format.moneyIn(money.currency, Math.abs(month));
  return (
    <li data-act={key} className="relative py-3 first:pt-0 last:pb-0">
      <p className="figures flex items-baseline justify-between gap-x-3 font-semibold">
        <Link to="/changes" className="text-leaf underline-offset-4 after:absolute after:inset-0 hover:underline">
          {told.title}
          <ChevronRight className="ml-0.5 inline size-4" aria-hidden />
        </Link>
        <span className="shrink-0">{t(month < 0 ? 'worth.costs' : 'worth.month', { amount })}</span>
      </p>
      <p className={classNames('text-small text-ink-soft', isFolded && 'max-sm:hidden')}>{told.why}</p>
    </li>
  );
}
