import type { Utility } from '#catalogue/index.ts';
import type { TariffRow } from '#supabase/tables/index.ts';
import { Clock } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useDocumentTitle } from '#shell/text/document-title.ts';
import { useHousehold, useNameAmongSeveral, useRights } from '#shell/household/household.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useSession } from '#shell/session/session.ts';
import { SignInPrompt } from '#shell/session/member-page.tsx';
import { buttonStyle } from '#shell/ui/button.tsx';
import { Card, PageHeader } from '#shell/ui/layout.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { firstBilledDay, useBills, useSoFar, useTariffs } from './billing-queries.ts';
import { HistoryCard, TrendCard } from './bills/past-bills.tsx';
import { CostsCard } from './costs/costs-card.tsx';
import { useCosts } from './costs/costs.ts';
import { NoPricesCard, NoReadingsCard } from './so-far/no-cost-card.tsx';
import { SoFarCard } from './so-far/so-far-card.tsx';
import { RemoveTariffDialog, TariffDialog } from './tariffs/tariff-dialog.tsx';
import type { EntryTarget } from './tariffs/tariff-entry.ts';
import { TariffsCard } from './tariffs/tariffs-card.tsx';
import { UtilityBillsCard } from './utility-bills/utility-bills-card.tsx';

export interface BillingPageProps {
  /** Stands below the bills: the papers that belong to them. */
  Documents?: ComponentType;
}

export function BillingPage({ Documents }: BillingPageProps) {
  const { t } = useTranslation(['billing', 'chart', 'errors']);
  const session = useSession();
  const homeName = useNameAmongSeveral();
  useDocumentTitle(t('title'));
  return (
    <>
      <PageHeader title={t('title')} subtitle={[homeName, t('subtitle')].filter(Boolean).join(' · ')} />
      {session.status === 'signed-in' ? (
        <HouseholdBilling {...(Documents && { Documents })} />
      ) : session.status === 'loading' ? (
        <BillingSkeleton />
      ) : (
        <Card>
          <SignInPrompt title={t('signedOut.title')} text={t('signedOut.text')} />
        </Card>
      )}
    </>
  );
}

function HouseholdBilling({ Documents }: BillingPageProps) {
  const household = useHousehold();
  const soFar = useSoFar();
  const bills = useBills();
  const tariffs = useTariffs();
  // Asked with the rest, for the card that stands beside what it comes to.
  useCosts();
  const { data: rights } = useRights();
  const [editing, setEditing] = useState<EntryTarget>();
  const measured = useUtilities();
  const [removing, setRemoving] = useState<TariffRow>();

  const parts = [household, soFar, bills, tariffs];
  const failed = parts.find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) {
    const retry = () => {
      for (const part of parts) if (part.isError) void part.refetch();
    };
    return (
      <Card>
        <LoadFailure error={failed.error} onRetry={retry} />
      </Card>
    );
  }
  if (!household.data || !soFar.data || !bills.data || !tariffs.data || !rights) return <BillingSkeleton />;

  const open = soFar.data;
  const actions = rights.mayWrite
    ? {
        onAdd: (utility?: Utility) => setEditing({ utility, measured }),
        onEdit: (tariff: TariffRow) => setEditing({ tariff }),
        onEditText: (tariff: TariffRow) => setEditing({ tariff, way: 'text' }),
        onRemove: rights.mayDelete ? setRemoving : undefined,
      }
    : undefined;
  const hasCosts = open.cost !== null && open.currency !== null && open.origin !== 'none';
  const prices = (className: string) => (
    <TariffsCard
      tariffs={tariffs.data}
      today={open.today}
      actions={actions}
      isOwner={rights.role === 'owner'}
      className={className}
    />
  );
  return (
    <div className={firstRow.grid}>
      <CardArrival />
      {!household.data.time_zone_chosen && <ZoneNote isOwner={rights.role === 'owner'} />}
      {open.cost === null || open.currency === null ? (
        <NoPricesCard soFar={open} onEnter={actions && (() => actions.onAdd())} className={firstRow.card} />
      ) : open.origin === 'none' ? (
        <NoReadingsCard className={firstRow.card} />
      ) : (
        <SoFarCard
          soFar={{ ...open, cost: open.cost, currency: open.currency }}
          lastBill={bills.data[0]}
          mayChange={actions !== undefined}
          className={firstRow.card}
        />
      )}
      {hasCosts && open.cost !== null ? (
        <CostsCard soFarTotal={open.cost.total} className={firstRow.card} />
      ) : (
        prices(firstRow.card)
      )}
      {bills.data.length > 0 && <TrendCard bills={bills.data} soFar={open} className="lg:col-span-2" />}
      <HistoryCard bills={bills.data} className={hasCosts ? 'lg:col-span-2 xl:col-span-1' : 'lg:col-span-2'} />
      {hasCosts && prices('lg:col-span-2 xl:col-span-1 xl:row-span-2')}
      <UtilityBillsCard
        household={household.data}
        tariffs={tariffs.data}
        today={open.today}
        rights={rights}
        className={hasCosts ? 'lg:col-span-2 xl:col-span-1' : 'lg:col-span-2'}
      />
      {Documents && (
        <div className="lg:col-span-2">
          <Documents />
        </div>
      )}
      <TariffDialog
        target={editing}
        tariffs={tariffs.data}
        household={household.data}
        firstDay={tariffs.data.length === 0 ? firstBilledDay(open) : open.today}
        onClose={() => setEditing(undefined)}
      />
      <RemoveTariffDialog tariff={removing} onClose={() => setRemoving(undefined)} />
    </div>
  );
}

/** The page's cards at their final size, without their figures. */
function BillingSkeleton() {
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
      <Card title={t('tariffs.title')} className={firstRow.card}>
        {['a', 'b'].map((row) => (
          <Skeleton key={row} className="mb-5 h-20" />
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

/** What an address such as `/billing#tariffs` may name. */
const cards = ['so-far', 'costs', 'tariffs', 'bills'];

/** Drawn with the cards, which come only with their data: brings the one that the address names to the top. */
function CardArrival() {
  const { hash } = useLocation();
  useEffect(() => {
    const id = hash.slice(1);
    if (cards.includes(id)) document.getElementById(id)?.scrollIntoView();
  }, [hash]);
  return null;
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
