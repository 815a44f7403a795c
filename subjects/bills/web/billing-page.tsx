import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation } from 'react-router';
import { useHousehold, useRights } from '#shell/household/household.ts';
import { buttonStyle } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { BillingFrame, CardArrival, failureOf } from './billing-frame.tsx';
import { useBills, useBudgets, useSoFar } from './billing-queries.ts';
import { HistoryCard, TrendCard } from './bills/past-bills.tsx';
import { CostsCard } from './costs/costs-card.tsx';
import { useCosts } from './costs/costs.ts';
import { PaymentsCard } from './payments/payments-card.tsx';
import { NoPricesCard, NoReadingsCard } from './so-far/no-cost-card.tsx';
import { SoFarCard } from './so-far/so-far-card.tsx';

/** The open bill, where it goes, and those before it. */
export function BillingPage() {
  // Where the prices stood once.
  if (useLocation().hash === '#tariffs') return <Navigate to="/billing/prices#tariffs" replace />;
  return (
    <BillingFrame skeleton={<BillSkeleton />}>
      <Bill />
    </BillingFrame>
  );
}

function Bill() {
  const household = useHousehold();
  const soFar = useSoFar();
  const bills = useBills();
  const budgets = useBudgets();
  // Asked with the rest, for the card that stands beside what it comes to.
  useCosts();
  const { data: rights } = useRights();
  const failure = failureOf([household, soFar, bills]);
  if (failure !== null) return failure;
  if (!household.data || !soFar.data || !bills.data || !rights || budgets.isLoading) return <BillSkeleton />;

  const open = soFar.data;
  const { cost, currency } = open;
  const isPriced = cost !== null && currency !== null;
  const hasCosts = isPriced && open.origin !== 'none';
  return (
    <div className={firstRow.grid}>
      <CardArrival />
      {!household.data.time_zone_chosen && <ZoneNote isOwner={rights.role === 'owner'} />}
      {!isPriced ? (
        <NoPricesCard soFar={open} mayEnter={rights.mayWrite} className={hasCosts ? '' : 'lg:col-span-2'} />
      ) : hasCosts ? (
        <>
          <SoFarCard
            soFar={{ ...open, cost, currency }}
            lastBill={bills.data[0]}
            mayChange={rights.mayWrite}
            className={firstRow.card}
          />
          <CostsCard soFarTotal={cost.total} className={firstRow.card} />
        </>
      ) : (
        <NoReadingsCard className="lg:col-span-2" />
      )}
      <PaymentsCard isSaid={open.hasPayments ?? false} mayWrite={rights.mayWrite} className="lg:col-span-2" />
      {bills.data.length > 0 && <TrendCard bills={bills.data} soFar={open} className="lg:col-span-2" />}
      <HistoryCard bills={bills.data} className="lg:col-span-2" />
    </div>
  );
}

/** The page's cards at their final size, without their figures. */
function BillSkeleton() {
  const { t } = useTranslation('billing');
  return (
    <div aria-busy="true" className={firstRow.grid}>
      <Card title={t('soFar.title')} className={firstRow.card}>
        <Skeleton className="h-14 w-56 max-w-full" />
        <Skeleton className="mt-8 h-3 rounded-full" />
        <Skeleton className="mt-4 w-4/5" />
        <div className="mt-10 grid grid-cols-2 gap-4 sm:grid-cols-4">
          {['a', 'b', 'c', 'd'].map((tile) => (
            <Skeleton key={tile} className="h-16" />
          ))}
        </div>
        <Skeleton className="mt-10 w-3/5" />
        <Skeleton className="mt-3 w-3/5" />
      </Card>
      <Card className={firstRow.card}>
        {['a', 'b', 'c', 'd', 'e'].map((row) => (
          <Skeleton key={row} className="mb-5 h-10" />
        ))}
      </Card>
      <Card title={t('trend.title')} className="lg:col-span-2">
        <Skeleton className="h-80" />
      </Card>
      <Card title={t('history.title')} className="lg:col-span-2">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
          <Skeleton key={row} className="my-4 h-8" />
        ))}
      </Card>
    </div>
  );
}

/** Bills wait for the clock by which their days are cut. */
function ZoneNote({ isOwner }: { isOwner: boolean }) {
  const { t } = useTranslation('billing');
  return (
    <section
      aria-labelledby="zone-note"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-power-text/30 bg-power-soft p-4 sm:px-6 lg:col-span-2"
    >
      <Clock className="size-5 shrink-0" aria-hidden />
      <div className="min-w-60 flex-1">
        <h2 id="zone-note" className="text-title">
          {t('zone.title')}
        </h2>
        <p className="text-small">
          {t('zone.text')} {!isOwner && t('zone.owner')}
        </p>
      </div>
      {isOwner && (
        <Link to="/profile#household" className={buttonStyle({ look: 'secondary' })}>
          {t('zone.choose')}
        </Link>
      )}
    </section>
  );
}

/** The page's cards and their skeleton share these, so that nothing moves when the figures come. */
const firstRow = {
  grid: 'grid gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]',
  card: 'lg:min-h-[34rem]',
};
