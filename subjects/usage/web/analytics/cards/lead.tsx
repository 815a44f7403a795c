import { ArrowDownRight, ArrowUpRight, Equal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Utility } from '#catalogue/index.ts';
import { useFormat } from '#shell/household/household.ts';
import { classNames } from '#shell/ui/class-names.ts';
import { Figure } from '#shell/ui/figure.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { UtilityLabel } from '#shell/ui/utility-mark.tsx';
import { atLeastText } from '../../amount.ts';
import { type AnalyticsCosts, moneyParts } from '../analytics-costs.ts';
import type { AnalyticsFigures } from '../analytics-figures.ts';
import { changeLines, changeOf, totalOf } from '../changes.ts';
import { instantOf } from '../period.ts';
import type { View } from '../view.ts';

interface LeadProps {
  view: View;
  utilities: readonly Utility[];
}

/** The page's leading figures: what the period cost and used, and how that differs from the one before. */
export function Lead({ view, utilities }: LeadProps) {
  const figures = view.measure === 'money' ? (view.other ?? view.figures) : view.figures;
  const money = figures.origin === 'sample' ? null : <MoneyLead figures={figures} view={view} utilities={utilities} />;
  return (
    <div className="@container mb-3">
      <div className="grid grid-cols-2 gap-x-6 gap-y-3 @xl:grid-cols-[1.2fr_1fr_1fr]">
        {money}
        {utilities.map((utility, i) => (
          <UtilityLead
            key={utility}
            utility={utility}
            rank={money === null && i === 0 ? 'lead' : 'second'}
            figures={figures}
          />
        ))}
      </div>
    </div>
  );
}

/** What all of it cost, without what is paid anyway: that stands beside. Where nothing has a price, the way to prices. */
function MoneyLead({ figures, view, utilities }: LeadProps & { figures: AnalyticsFigures }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { costs, costsFailed } = view;
  const className = 'col-span-2 flex min-h-26 flex-col @xl:col-span-1';
  if (costs === undefined)
    return (
      <div className={className} data-lead="money">
        {costsFailed ? (
          <p className="text-small text-ink-soft">{t('money.failed')}</p>
        ) : (
          <span aria-busy="true">
            <Skeleton className="mt-1 w-24" />
            <Skeleton className="mt-2 h-11 w-36" />
            <Skeleton className="mt-3 w-44" />
          </span>
        )}
      </div>
    );
  const { currency } = costs;
  const priced = utilities.map((utility) => totalOf(costs.figures.parts, utility)).filter((total) => total !== null);
  if (currency === null || priced.length === 0)
    return (
      <div className={className} data-lead="money">
        <p className="text-small text-ink-soft">{t('money.none')}</p>
        <Link
          to="/billing/prices#tariffs"
          className="inline-flex min-h-11 items-center self-start font-semibold text-leaf"
        >
          {t('money.choose')}
        </Link>
      </div>
    );
  const money = (amount: number) => format.moneyIn(currency, amount / moneyParts);
  const isOpen = figures.now < instantOf(figures.request.period.to, figures.timeZone);
  return (
    <div className={className} data-lead="money">
      <p className="font-semibold text-ink-soft">{t('money.title')}</p>
      <p className="flex min-h-14 items-end">
        <Figure
          rank="lead"
          value={money(priced.reduce((sum, { used }) => sum + used, 0))}
          {...(isOpen && { unit: t('money.soFar') })}
        />
      </p>
      <p className="mt-1.5 min-h-[1.4em] text-small text-ink-soft">
        {[fixedText(costs, utilities, figures.request.room, money, t), unpricedText(costs, utilities, format, t)].join(
          ' ',
        )}
      </p>
    </div>
  );
}

type T = ReturnType<typeof useTranslation<'analytics'>>['t'];

/** Standing charges are the home's, no room's. */
function fixedText(
  { fixed }: AnalyticsCosts,
  utilities: readonly Utility[],
  room: string | null,
  money: (amount: number) => string,
  t: T,
): string {
  const sum = utilities.reduce((all, utility) => all + fixed[utility], 0);
  return sum === 0 || room !== null ? '' : t('money.fixed', { fixed: money(sum) });
}

function unpricedText(
  { unpriced }: AnalyticsCosts,
  utilities: readonly Utility[],
  format: ReturnType<typeof useFormat>,
  t: T,
): string {
  const amounts = utilities
    .filter((utility) => unpriced[utility] !== 0)
    .map((utility) => format.amount(utility, unpriced[utility]).text);
  return amounts.length === 0 ? '' : t('money.unpriced', { amounts: format.list(amounts) });
}

interface UtilityLeadProps {
  utility: Utility;
  rank: 'lead' | 'second';
  figures: AnalyticsFigures;
}

const icons = { less: ArrowDownRight, more: ArrowUpRight, same: Equal };

function UtilityLead({ utility, rank, figures }: UtilityLeadProps) {
  const { t } = useTranslation(['analytics', 'usage']);
  const format = useFormat();
  const total = totalOf(figures.parts, utility);
  const quantity = total === null ? undefined : format.amount(utility, total.used);
  const change = changeOf(figures, utility);
  const lines = total === null ? null : changeLines(t, format, figures, utility);
  const direction =
    change.kind !== 'change' ? undefined : Math.abs(change.share) < 0.005 ? 'same' : change.share < 0 ? 'less' : 'more';
  const Icon = direction === undefined ? undefined : icons[direction];
  return (
    <div className="flex min-h-22 flex-col" data-lead={utility}>
      <UtilityLabel utility={utility}>{t(`usage:${utility}`)}</UtilityLabel>
      <p className={rank === 'lead' ? 'mt-1 flex min-h-14 items-end' : 'mt-0.5 flex items-end'}>
        <Figure
          rank={rank}
          value={atLeastText(quantity?.value ?? '–', total?.atLeast)}
          unit={quantity === undefined ? t('usage:noReadings') : quantity.unit}
        />
      </p>
      {lines !== null && (
        <div className="mt-1 text-small">
          {lines[0] !== '' && (
            <p className="flex items-center gap-1 font-semibold">
              {Icon !== undefined && <Icon className="size-4 shrink-0" aria-hidden />}
              {lines[0]}
            </p>
          )}
          {/* On a phone the sentence below says it. */}
          <p className={classNames('text-ink-soft', change.kind === 'change' && 'hidden @xl:block')}>{lines[1]}</p>
        </div>
      )}
    </div>
  );
}
