import { ChevronRight, Clock, Moon, Phone, ShowerHead, Wrench } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { classNames } from '#shell/ui/class-names.ts';
import { Card } from '#shell/ui/layout.tsx';
import type { FoundAdvice } from '../../contract/worth-doing.ts';
import { useHomeAdvice } from './advice-query.ts';
import { useAdviceTexts } from './advice-text.ts';

const icons: Record<FoundAdvice['effort'], ComponentType<{ className?: string }>> = {
  minutes: Moon,
  habit: Clock,
  call: Phone,
  part: ShowerHead,
  repair: Wrench,
};

/** At most two things to do, on the Dashboard; each leads to where it is taken or declined. */
export function WorthDoingCard() {
  const { t } = useTranslation('advice');
  const advice = useHomeAdvice().data?.advice ?? [];
  if (advice.length === 0) return null;
  return (
    <Card title={t('title')}>
      <ul className="divide-y divide-line">
        {advice.map((one, i) => (
          <ActItem key={one.key} advice={one} isFolded={i > 0} />
        ))}
      </ul>
    </Card>
  );
}

/** A phone folds the reason of all but the first. */
function ActItem({ advice, isFolded }: { advice: FoundAdvice; isFolded: boolean }) {
  const { title, why, amount } = useAdviceTexts()(advice);
  const Icon = icons[advice.effort];
  return (
    <li data-act={advice.key} className="relative flex gap-3 py-3 first:pt-0 last:pb-0">
      <span
        aria-hidden="true"
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-control bg-power-soft text-power-text"
      >
        <Icon className="size-[18px]" />
      </span>
      <div className={classNames('min-w-0 flex-1', isFolded && 'max-sm:self-center')}>
        <p className="figures flex items-baseline justify-between gap-x-3 font-semibold">
          <Link to="/changes" className="text-leaf underline-offset-4 after:absolute after:inset-0 hover:underline">
            {title}
            <ChevronRight className="ml-0.5 inline size-4" aria-hidden />
          </Link>
          <span className="shrink-0">{amount}</span>
        </p>
        <p className={classNames('text-small text-ink-soft', isFolded && 'max-sm:hidden')}>{why}</p>
      </div>
    </li>
  );
}
