import type { OutboxKind } from '../../platform/outbox.ts';

export interface DeviceToggle {
  id: string;
  householdId: string;
  name: string;
  isActive: boolean;
}

/** Of several toggles of one device that wait, the last one counts. */
export const deviceToggles: OutboxKind<DeviceToggle> = {
  name: 'device-toggle',
  latestWins: true,
  load: () => import('./toggle-sender.ts'),
};
