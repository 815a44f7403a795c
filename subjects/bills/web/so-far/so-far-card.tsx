import { type Utility, unitName, utilityIds } from '#catalogue/index.ts';
import type { BillSoFar } from '../../contract/billing.ts';
import type { BillingRecord } from '#supabase/tables/index.ts';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { Figure } from '#shell/ui/figure.tsx';
import { UtilityLabel } from '#shell/ui/utility-mark.tsx';
import { BillBreakdown } from '../bills/bill-dialog.tsx';
import { billBudget, isBilled } from '../../domain/bill/bill.ts';
import { isWaitedFor } from '../../domain/tariff/tariff-faults.ts';
import { type CostParts, costParts } from '../bills/bill-figures.ts';
import { useBudgets } from '../billing-queries.ts';
import { BudgetButton, BudgetLines } from '../budgets/budget-lines.tsx';
import { type BillFormat, useBillFormat } from '../use-bill-format.ts';
import { BillPace } from './bill-pace.tsx';
import { CompareLines } from './cycle-progress.tsx';
import { MissingNotes } from './no-cost-card.tsx';
import { missingParts, missingText, waitingText } from './pricing-faults.ts';

type PricedSoFar = BillSoFar & { cost: NonNullable<BillSoFar['cost']>; currency: string };

export interface SoFarCardProps {
  soFar: PricedSoFar;
  /** The latest closed bill: where the pace bar has its mark. */
  lastBill: BillingRecord | undefined;
  /** Whether the person may set budgets. */
  mayChange: boolean;
  className?: string;
}

/** The page's leading figure: the open cycle's cost so far, what it may come to, and what it is made of. */
export function SoFarCard({ soFar, lastBill, mayChange, className }: SoFarCardProps) {
  const { t } = useTranslation('billing');
  const write = useBillFormat(soFar.currency);
  const [isOpen, setOpen] = useState(false);
  const { cost, likely } = soFar;
  const days = soFar.daysGone + soFar.daysLeft;
  const period = write.period(soFar.start, soFar.end, {});
  const budgets = useBudgets().data ?? [];
  const markOf = (amount: number | undefined) =>
    amount === undefined ? undefined : { amount, text: write.money(amount) };
  return (
    <Card
      id="so-far"
      title={t('soFar.title')}
      aside={t('soFar.when', { period, day: soFar.daysGone + 1, days })}
      {...(className !== undefined && { className })}
    >
      <p className="flex min-h-14 items-end" data-so-far={cost.total}>
        <Figure rank="lead" value={write.money(cost.total)} unit={t('soFar.soFar')} />
      </p>
      <BillPace
        soFar={Number(cost.total)}
        likely={likely === null ? undefined : { low: Number(likely.low), high: Number(likely.high) }}
        budget={markOf(billBudget(cost.lines, budgets))}
        lastBill={markOf(lastBill?.currency === soFar.currency ? lastBill.total_amount : undefined)}
      />
      <p className="mt-2.5 min-h-[2lh]">{likelyText(t, write, soFar)}</p>
      {nextBlockTexts(soFar, t, write).map((text) => (
        <p key={text} className="mt-1 text-small text-ink-soft">
          {text}
        </p>
      ))}
      <MissingNotes label={t('missing.label')} notes={missingNotes(t, write, soFar)} className="mt-2" />
      <BudgetLines soFar={soFar} />
      <CostTiles soFar={soFar} write={write} />
      <div className="mt-3 border-t border-line pt-3 sm:mt-4 sm:pt-4">
        <CompareLines
          compared={soFar.compared}
          currency={soFar.currency}
          daysGone={soFar.daysGone}
          isPriced={!cost.faults.some(isWaitedFor) && cost.unpricedDays === 0}
        />
      </div>
      <div className="mt-3 -ml-4 flex flex-wrap items-center">
        <Button look="quiet" onClick={() => setOpen(true)}>
          {t('soFar.adds')}
        </Button>
        {mayChange && <BudgetButton currency={soFar.currency} />}
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
          amounts={soFar.amounts}
          total={cost.total}
        />
      </Dialog>
    </Card>
  );
}

/** Each utility with its standing charges and its tax: the same amount as anywhere else, and the split inside it. */
function CostTiles({ soFar, write }: { soFar: PricedSoFar; write: BillFormat }) {
  const { t } = useTranslation('billing');
  const { amounts, cost, likely } = soFar;
  const billed = utilityIds.filter((utility) => isBilled(utility, { amounts, lines: cost.lines }));
  return (
    <dl className="mt-3 grid gap-x-4 gap-y-3 border-t border-line pt-3 sm:mt-4 sm:pt-4 sm:grid-cols-2">
      {billed.map((utility) => {
        const parts = costParts(cost.lines, utility);
        /** Use that nothing has a price for is not free. */
        const isUnpriced =
          parts.total === 0 && cost.faults.some((fault) => fault.utility === utility && fault.used > 0);
        const use = likely?.use[utility];
        return (
          <Tile
            key={utility}
            name={<UtilityLabel utility={utility}>{t(utility)}</UtilityLabel>}
            amount={isUnpriced ? t('soFar.noPrice') : write.money(amounts[utility].cost)}
            texts={[
              [
                write.used(utility, amounts[utility].used),
                ...(use === undefined ? [] : [t('soFar.likelyUse', { amount: write.used(utility, use.expected) })]),
              ].join(' · '),
              splitText(parts, t, write),
            ]}
          />
        );
      })}
    </dl>
  );
}

interface TileProps {
  name: ReactNode;
  amount: string;
  texts: readonly string[];
}

function Tile({ name, amount, texts }: TileProps) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="flex min-h-6 items-center text-small font-semibold text-ink-soft">{name}</dt>
      <dd className="figures text-[1.25rem] font-[650]">{amount}</dd>
      {texts.map(
        (text) =>
          text !== '' && (
            <dd key={text} className="text-small text-ink-soft">
              {text}
            </dd>
          ),
      )}
    </div>
  );
}

/** What of a utility's amount is not use alone; empty where all of it is. */
function splitText(parts: CostParts, t: Translate, write: BillFormat): string {
  const { use, standing, power, tax, other } = parts;
  const others = [
    ...(standing === 0
      ? []
      : [t(power === 0 ? 'soFar.parts.standing' : 'soFar.parts.standingAndPower', { amount: write.money(standing) })]),
    ...(other === 0 ? [] : [t('soFar.parts.other', { amount: write.money(other) })]),
    ...(tax === 0 ? [] : [t('soFar.parts.tax', { amount: write.money(tax) })]),
  ];
  return others.length === 0 ? '' : [t('soFar.parts.use', { amount: write.money(use) }), ...others].join(' + ');
}

/** What the figures rest on, at the foot of their card. */
function SoFarNotes({ soFar, write }: { soFar: BillSoFar; write: BillFormat }) {
  const { t } = useTranslation('billing');
  const estimated = write.estimated(soFar);
  const unpriced = soFar.cost?.unpricedDays ?? 0;
  const notes = [
    t(soFar.origin === 'simulated' ? 'foot.simulated' : 'foot.measured'),
    ...(soFar.coverage === null ? [] : [t('foot.coverage', { share: write.format.percent(soFar.coverage, 1) })]),
    ...(estimated.length === 0 ? [] : [t('foot.estimated', { amounts: write.format.list(estimated) })]),
    ...(unpriced === 0 ? [] : [t('foot.unpriced', { count: unpriced })]),
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

type Translate = ReturnType<typeof useTranslation<'billing'>>['t'];

function likelyText(t: Translate, { about }: BillFormat, { likely, likelyMissing }: BillSoFar): string {
  if (likely === null) return t(`soFar.noLikely.${likelyMissing ?? 'history-short'}`);
  const [low, amount, high] = [about(likely.low), about(likely.expected), about(likely.high)];
  const count = likely.basedOnDays;
  return low === high ? t('soFar.about', { amount, count }) : t('soFar.likely', { low, high, amount, count });
}

type Use = NonNullable<NonNullable<BillSoFar['likely']>['use'][Utility]>;

/** The blocks that the open cycle is about to come into: when, and what changes there. */
function nextBlockTexts({ likely }: BillSoFar, t: TFunction<'billing'>, write: BillFormat): string[] {
  return utilityIds.flatMap((utility) => {
    // An answer that was kept for being offline may be of an earlier version, without them.
    const { nextBlocks = [] }: Partial<Use> = likely?.use[utility] ?? {};
    return nextBlocks.flatMap(({ day, above, unit, currency, rate, nextRate, jump }) => {
      if (day === null) return [];
      const { unitRate, money } = currency === undefined ? write : write.inCurrency(currency);
      const words = {
        utility: t(utility),
        day: write.shortDay(day),
        above: `${write.format.number(Number(above), 2)} ${unitName(unit)}`,
        rate: unitRate(utility, unit, rate),
        nextRate: unitRate(utility, unit, nextRate),
      };
      return Number(jump) > 0 ? t('soFar.nextBlockJump', { ...words, jump: money(jump) }) : t('soFar.nextBlock', words);
    });
  });
}

/** As many bills that wait are named; a year of them is not. */
const namedWaiting = 2;

/** What the amount is without, and the bills that wait. */
function missingNotes(t: Translate, write: BillFormat, { cost, waiting }: PricedSoFar): string[] {
  const notes = waiting
    .toReversed()
    .flatMap(({ start, end, faults }) =>
      missingParts(faults).map((part) => waitingText(part, write.cycle(start, end), t)),
    );
  const more = notes.length - namedWaiting;
  return [
    ...missingParts(cost.faults).map((part) => missingText(part, t, write)),
    ...(more > 1 ? [...notes.slice(0, namedWaiting), t('waiting.more', { count: more })] : notes),
  ];
}
