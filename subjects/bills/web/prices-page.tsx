import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { Utility } from '#catalogue/index.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { useHousehold, useRights } from '#shell/household/household.ts';
import { Card } from '#shell/ui/layout.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import type { TariffRow } from '#supabase/tables/index.ts';
import { BillingFrame, CardArrival, failureOf, type toEnterPrices } from './billing-frame.tsx';
import { firstBilledDay, useSoFar, useTariffs } from './billing-queries.ts';
import { EmissionFactorsCard } from './emissions/emission-factors-card.tsx';
import { DocumentsCard } from './documents/documents-card.tsx';
import { PayingCard } from './payments/paying-card.tsx';
import { RemoveTariffDialog, TariffDialog } from './tariffs/tariff-dialog.tsx';
import type { EntryTarget } from './tariffs/tariff-entry.ts';
import { TariffsCard } from './tariffs/tariffs-card.tsx';
import { UtilityBillsCard } from './utility-bills/utility-bills-card.tsx';

/** By which prices a home is billed, what its suppliers billed, and the papers. */
export function PricesPage() {
  return (
    <BillingFrame skeleton={<PricesSkeleton />}>
      <Prices />
    </BillingFrame>
  );
}

function Prices() {
  const household = useHousehold();
  const soFar = useSoFar();
  const tariffs = useTariffs();
  const { data: rights } = useRights();
  const measured = useUtilities();
  const { state } = useLocation() as { state: Partial<typeof toEnterPrices> | null };
  const [editing, setEditing] = useState<EntryTarget | undefined>(state?.enters ? { measured } : undefined);
  const [removing, setRemoving] = useState<TariffRow>();
  const failure = failureOf([household, soFar, tariffs]);
  if (failure !== null) return failure;
  if (!household.data || !soFar.data || !tariffs.data || !rights) return <PricesSkeleton />;

  const { today } = soFar.data;
  const actions = rights.mayWrite
    ? {
        onAdd: (utility?: Utility) => setEditing({ utility, measured }),
        onEdit: (tariff: TariffRow) => setEditing({ tariff }),
        onEditText: (tariff: TariffRow) => setEditing({ tariff, way: 'text' }),
        onRemove: rights.mayDelete ? setRemoving : undefined,
      }
    : undefined;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <CardArrival />
      <TariffsCard tariffs={tariffs.data} today={today} actions={actions} isOwner={rights.role === 'owner'} />
      <div className="grid gap-4">
        <UtilityBillsCard household={household.data} tariffs={tariffs.data} today={today} rights={rights} />
        <PayingCard tariffs={tariffs.data} currency={household.data.currency} today={today} rights={rights} />
        <EmissionFactorsCard household={household.data} today={today} rights={rights} />
      </div>
      <div className="lg:col-span-2">
        <DocumentsCard />
      </div>
      <TariffDialog
        target={editing}
        tariffs={tariffs.data}
        household={household.data}
        firstDay={tariffs.data.length === 0 ? firstBilledDay(soFar.data) : today}
        onClose={() => setEditing(undefined)}
      />
      <RemoveTariffDialog tariff={removing} onClose={() => setRemoving(undefined)} />
    </div>
  );
}

/** The page's cards at their final size, without their figures. */
function PricesSkeleton() {
  const { t } = useTranslation('billing');
  return (
    <div aria-busy="true" className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={t('tariffs.title')}>
        {['a', 'b', 'c'].map((row) => (
          <Skeleton key={row} className="mb-5 h-20" />
        ))}
      </Card>
      <Card>
        <Skeleton className="h-60" />
      </Card>
    </div>
  );
}
