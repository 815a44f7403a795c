import { lazy } from 'react';
import { BillCard } from '#subjects/bills/web/first-screen/bill-card.tsx';
import { CostNow } from '#subjects/bills/web/first-screen/cost-now.tsx';
import { SwitchList, useSwitchesAreComing } from '#subjects/hardware/web/switch-list.tsx';
import { useAdviceIsComing } from '#subjects/insight/web/advice/advice-query.ts';
import { WorthDoingCard } from '#subjects/insight/web/advice/worth-doing-card.tsx';
import { StatusLine, useStatusIsComing } from '#subjects/insight/web/status-line.tsx';
import { DashboardPage } from '#subjects/usage/web/dashboard/dashboard-page.tsx';
import { orReload } from '#shell/data/reload-after-update.ts';
import { DataLayout } from './data-layout.tsx';

const RoomCostsCard = lazy(
  orReload(async () => ({
    default: (await import('#subjects/bills/web/first-screen/room-costs-card.tsx')).RoomCostsCard,
  })),
);

export default function DashboardRoute() {
  return (
    <DataLayout>
      <Dashboard />
    </DataLayout>
  );
}

function Dashboard() {
  const areComing = [useStatusIsComing(), useSwitchesAreComing()].includes(true);
  const isAdviceComing = useAdviceIsComing(areComing);
  const parts = {
    Status: StatusLine,
    isComing: areComing || isAdviceComing,
    Bill: BillCard,
    CostNow,
    WorthDoing: WorthDoingCard,
    RoomCosts: RoomCostsCard,
    Switches: SwitchList,
  };
  return <DashboardPage parts={parts} />;
}
