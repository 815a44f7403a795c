/** The Devices page with what it needs around it, and two devices for it. */
import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '#shell/data/query-client.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { noticeStore } from '#shell/ui/notices/notice.ts';
import { DevicesPage } from '../devices-page.tsx';
import { device, meterRow } from '../testing.ts';

export const ac = device('d1', 'Bedroom AC', { room: 'bedroom' });
export const geyser = device('d2', 'Kitchen geyser', { is_active: false });
export const acMeter = meterRow(1, 'd1', 'bedroom-electricity', { parent_meter_id: 2 });
export const geyserMeter = meterRow(2, 'd2', 'kitchen-electricity');

export function renderDevicesPage() {
  const page = (
    <QueryClientProvider client={queryClient}>
      <DevicesPage />
    </QueryClientProvider>
  );
  return renderPart(page);
}

export function notices() {
  return noticeStore.read().map(({ title, text, tone }) => ({ title, text, tone }));
}
