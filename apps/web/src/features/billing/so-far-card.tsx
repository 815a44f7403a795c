import type { BillSoFar } from '@wattershed/contracts';
import type { BillingRecord } from '@wattershed/database';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Figure } from '../../ui/figure.tsx';
import { UtilityLabel } from '../../ui/utility-mark.tsx';
import { BillBreakdown } from './bill-breakdown.tsx';
import { costParts } from './bill-figures.ts';
import { BillPace } from './bill-pace.tsx';
import { CompareLines } from './compare-lines.tsx';
import { SoFarNotes } from './so-far-notes.tsx';
import { type BillFormat, useBillFormat } from './use-bill-format.ts';

type PricedSoFar = BillSoFar & { cost: NonNullable<BillSoFar['cost']>; currency: string };

export interface SoFarCardProps {
  soFar: PricedSoFar;
  /** The latest closed bill: where the pace bar has its mark. */
  lastBill: BillingRecord | undefined;
  className?: string;
}

/** The page's leading figure: the open cycle's cost so far, what it may come to, and what it is made of. */
export function SoFarCard({ soFar, lastBill, className }: SoFarCardProps) {
  const { t } = useTranslation('billing');
  const write = useBillFormat(soFar.currency);
  const [isOpen, setOpen] = useState(false);
  const { cost, likely } = soFar;
  const days = soFar.daysGone + soFar.daysLeft;
  const period = write.period(soFar.start, soFar.end, {});
  const mark =
    lastBill === undefined || lastBill.currency !== soFar.currency
      ? undefined
      : { amount: lastBill.total_amount, text: write.money(lastBill.total_amount) };
  return (
    <Card
      title={t('soFar.title')}
      aside={t('soFar.when', { period, day: soFar.daysGone + 1, days })}
      {...(className !== undefined && { className })}
    >
      <p className="flex min-h-14 items-end" data-so-far={cost.total}>
        <Figure rank="lead" value={write.money(cost.total)} unit={t('soFar.soFar')} />
      </p>
      <BillPace
        soFar={Number(cost.total)}
        likelyHigh={Number(likely?.high ?? cost.total)}
        lastBill={mark}
        isInvented={soFar.origin !== 'measured'}
      />
      <p className="mt-2.5 min-h-[2lh]">{likelyText(t, write, likely)}</p>
      <CostTiles soFar={soFar} write={write} />
      <div className="mt-4 border-t border-line pt-4">
        <CompareLines compared={soFar.compared} currency={soFar.currency} daysGone={soFar.daysGone} />
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <Button look="quiet" className="-ml-4" onClick={() => setOpen(true)}>
          {t('soFar.adds')}
        </Button>
      </div>
      <SoFarNotes soFar={soFar} write={write} />
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        closeLabel={t('close')}
        title={t('detail.soFarTitle')}
        description={t('soFar.when', { period, day: soFar.daysGone + 1, days })}
      >
        <BillBreakdown
          lines={cost.lines}
          currency={soFar.currency}
          start={soFar.start}
          electricity={cost.electricity}
          water={cost.water}
          total={cost.total}
        />
      </Dialog>
    </Card>
  );
}

function likelyText(
  t: ReturnType<typeof useTranslation<'billing'>>['t'],
  { about }: BillFormat,
  likely: BillSoFar['likely'],
): string {
  if (likely === null) return t('soFar.tooEarly');
  const [low, high] = [about(likely.low), about(likely.high)];
  const count = likely.basedOnDays;
  return low === high ? t('soFar.about', { amount: low, count }) : t('soFar.likely', { low, high, count });
}

function CostTiles({ soFar, write }: { soFar: PricedSoFar; write: BillFormat }) {
  const { t } = useTranslation('billing');
  const parts = costParts(soFar.cost.lines);
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line pt-4 sm:grid-cols-4">
      <Tile
        name={<UtilityLabel utility="electricity">{t('electricity')}</UtilityLabel>}
        amount={write.money(parts.electricityUse)}
        text={write.used('electricity', soFar.electricityWh)}
      />
      <Tile
        name={<UtilityLabel utility="water">{t('water')}</UtilityLabel>}
        amount={write.money(parts.waterUse)}
        text={write.used('water', soFar.waterMl)}
      />
      <Tile
        name={t('soFar.standing')}
        amount={write.money(parts.standing)}
        text={t('soFar.standingText', { count: soFar.daysGone + 1 - soFar.cost.unpricedDays })}
      />
      <Tile name={t('soFar.tax')} amount={write.money(parts.tax)} text={t('soFar.taxText')} />
    </dl>
  );
}

function Tile({ name, amount, text }: { name: ReactNode; amount: string; text: string }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="flex min-h-6 items-center text-small font-semibold text-ink-soft">{name}</dt>
      <dd className="figures text-[1.25rem] font-[650]">{amount}</dd>
      <dd className="text-small text-ink-soft">{text}</dd>
    </div>
  );
}

export function ExampleBadge() {
  const { t } = useTranslation('billing');
  return <Badge tone="sample">{t('tariffs.example')}</Badge>;
}
