import { lazy } from 'react';
import { BillCard } from '#subjects/bills/web/first-screen/bill-card.tsx';
import { CostNow } from '#subjects/bills/web/first-screen/cost-now.tsx';
import { useActsAreComing, WorthDoingCard } from '#subjects/bills/web/first-screen/worth-doing-card.tsx';
import { SwitchList, useSwitchesAreComing } from '#subjects/hardware/web/switch-list.tsx';
import { StatusLine, useStatusIsComing } from '#subjects/insight/web/status-line.tsx';
import { DashboardPage } from '#subjects/usage/web/dashboard/dashboard-page.tsx';
import { orReload } from '#shell/data/reload-after-update.ts';
import { DataLayout } from './data-layout.tsx';

const loadRoomCosts = () => import('#subjects/bills/web/first-screen/room-costs-card.tsx');
const RoomCostsCard = lazy(orReload(async () => ({ default: (await loadRoomCosts()).RoomCostsCard })));

export default function DashboardRoute() {
  return (
    <DataLayout>
      <Dashboard />
    </DataLayout>
  );
}

function Dashboard() {
  const isStatusComing = useStatusIsComing();
  const isBillComing = useActsAreComing();
  const areSwitchesComing = useSwitchesAreComing();
  const parts = {
    Status: StatusLine,
    isComing: isStatusComing || isBillComing || areSwitchesComing,
    Bill: BillCard,
    CostNow,
    WorthDoing: WorthDoingCard,
    RoomCosts: RoomCostsCard,
    Switches: SwitchList,
  };
  return <DashboardPage parts={parts} />;
}
