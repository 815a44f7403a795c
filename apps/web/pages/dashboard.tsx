import { lazy, Suspense } from 'react';
import { BillCard } from '#subjects/bills/web/first-screen/bill-card.tsx';
import { CostNow } from '#subjects/bills/web/first-screen/cost-now.tsx';
import { SwitchList, useSwitchesAreComing } from '#subjects/hardware/web/switch-list.tsx';
import { useAdviceIsComing, useHomeAdvice } from '#subjects/insight/web/advice/advice-query.ts';
import { StatusLine, useStatusIsComing } from '#subjects/insight/web/status-line.tsx';
import { DashboardPage } from '#subjects/usage/web/dashboard/dashboard-page.tsx';
import { orReload } from '#shell/data/reload-after-update.ts';
import { loadWords } from '#shell/text/i18n.ts';
import { DataLayout } from './data-layout.tsx';

const RoomCostsCard = lazy(
  orReload(async () => ({
    default: (await import('#subjects/bills/web/first-screen/room-costs-card.tsx')).RoomCostsCard,
  })),
);

const WorthDoingCard = lazy(
  orReload(async () => {
    const [{ WorthDoingCard: Card }] = await Promise.all([
      import('#subjects/insight/web/advice/worth-doing-card.tsx'),
      loadWords(['advice']),
    ]);
    return { default: Card };
  }),
);

/** Fetched when there is something to say. */
function WorthDoing() {
  const hasAdvice = (useHomeAdvice().data?.advice.length ?? 0) > 0;
  return (
    hasAdvice && (
      <Suspense fallback={null}>
        <WorthDoingCard />
      </Suspense>
    )
  );
}

export default function DashboardRoute() {
  return (
    <DataLayout>
      <Dashboard />
    </DataLayout>
  );
}

function Dashboard() {
  const areComing = [useStatusIsComing(), useAdviceIsComing(), useSwitchesAreComing()];
  const parts = {
    Status: StatusLine,
    isComing: areComing.includes(true),
    Bill: BillCard,
    CostNow,
    WorthDoing,
    RoomCosts: RoomCostsCard,
    Switches: SwitchList,
  };
  return <DashboardPage parts={parts} />;
}
