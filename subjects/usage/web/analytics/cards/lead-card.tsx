import type { Utility } from '#catalogue/index.ts';
import { ArrowDownRight, ArrowUpRight, Equal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { Card } from '#shell/ui/card.tsx';
import { Figure } from '#shell/ui/figure.tsx';
import { UtilityLabel } from '#shell/ui/utility-mark.tsx';
import { OriginBadge } from '../../origin-badge.tsx';
import type { AnalyticsFigures } from '../analytics-figures.ts';
import { changeLines } from '../change-text.ts';
import { changeOf, totalOf } from '../changes.ts';
import { periodText } from '../period-text.ts';

/** The page's leading figures: what the period has used, and how that differs from the one before. */
export function LeadCard({ figures, utilities }: { figures: AnalyticsFigures; utilities: readonly Utility[] }) {
  const format = useFormat();
  return (
    <Card title={periodText(figures.request.period, format)} aside={<OriginBadge origin={figures.origin} />}>
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-[1.15fr_1fr]">
        {utilities.map((utility, i) => (
          <UtilityLead key={utility} utility={utility} rank={i === 0 ? 'lead' : 'second'} figures={figures} />
        ))}
      </div>
    </Card>
  );
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
    <div className="flex min-h-32 flex-col" data-lead={utility}>
      <UtilityLabel utility={utility}>{t(`usage:${utility}`)}</UtilityLabel>
      <p className={rank === 'lead' ? 'mt-1 flex min-h-14 items-end' : 'mt-1 flex items-end sm:min-h-14'}>
        <Figure
          rank={rank}
          value={quantity?.value ?? '–'}
          unit={quantity === undefined ? t('usage:noReadings') : quantity.unit}
        />
      </p>
      {lines !== null && (
        <div className="mt-1.5 min-h-[2.8em] text-small">
          {lines[0] !== '' && (
            <p className="flex items-center gap-1 font-semibold">
              {Icon !== undefined && <Icon className="size-4 shrink-0" aria-hidden />}
              {lines[0]}
            </p>
          )}
          <p className="text-ink-soft">{lines[1]}</p>
        </div>
      )}
    </div>
  );
}
