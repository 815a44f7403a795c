import type { BillChanges, BillCosts, LatestAnswer, LatestMeter } from '@wattershed/contracts';
import type { ConnectedDevice } from '@wattershed/database';
import { http, HttpResponse } from 'msw';
import { server } from '../../testing/server.ts';
import { householdId } from './testing.ts';

/** A home whose mains have two meters below them, as the service would answer; real figures of a demo household. */

export const costs: BillCosts = {
  household: householdId,
  start: '2026-11-01',
  today: '2026-11-16',
  currency: 'EUR',
  utilities: [
    {
      utility: 'electricity',
      total: '19.87',
      fixed: '4.10',
      devices: [
        { deviceId: 'kitchen', room: 'kitchen', used: 50_000, cost: '9.07' },
        { deviceId: 'mains', room: 'whole_home', used: 32_000, cost: '4.20' },
        { deviceId: 'heater', room: 'bathroom', used: 18_000, cost: '2.50' },
        { deviceId: 'silent', room: 'hall', used: 0, cost: '0.00' },
      ],
    },
    {
      utility: 'water',
      total: '12.00',
      fixed: '1.40',
      devices: [
        { deviceId: 'bath', room: 'bathroom', used: 4_500_000, cost: '8.00' },
        { deviceId: 'garden', room: 'garden', used: 700_000, cost: '1.20' },
        { deviceId: 'tap', room: 'kitchen', used: 500_000, cost: '0.90' },
        { deviceId: 'gone', room: 'Sauna', used: 300_000, cost: '0.50' },
      ],
    },
  ],
  alwaysOn: { watts: 180, cost: '8.10', month: '12.34' },
};

/** Why October came to €12.22 more than September, and to €46.90 more than half an October a year before. */
export const changes: BillChanges = {
  against: { id: 'bill-of-2026-09-01', start: '2026-09-01', end: '2026-10-01', total: '79.24' },
  difference: '12.22',
  utilities: [
    {
      utility: 'electricity',
      difference: '3.65',
      parts: [
        { kind: 'days', amount: '0.99' },
        { kind: 'device', device: 'mains', used: 8930, amount: '1.56' },
        { kind: 'device', device: 'kitchen', used: 7099, amount: '1.24' },
        { kind: 'device', device: 'heater', used: 2495, amount: '0.43' },
        { kind: 'other', used: -1592, amount: '-0.28' },
        { kind: 'hours', amount: '-0.29' },
      ],
    },
    {
      utility: 'water',
      difference: '8.57',
      parts: [
        { kind: 'days', amount: '0.54' },
        { kind: 'device', device: 'bath', used: 3_369_258, amount: '5.40' },
        { kind: 'device', device: 'tap', used: 488_955, amount: '0.78' },
        { kind: 'device', device: 'garden', used: -242_130, amount: '-0.39' },
        { kind: 'other', used: 208_232, amount: '0.33' },
        { kind: 'hours', amount: '1.91' },
      ],
    },
  ],
};

export const none: BillChanges = { against: null, difference: null, utilities: [] };

const names: Record<string, string> = {
  mains: 'Mains',
  kitchen: 'Oven and hob',
  heater: 'Water heater',
  silent: 'Hall lamp',
  bath: 'Bath',
  garden: 'Hose',
  tap: 'Kitchen tap',
};

const meter = (deviceId: string, room: string, parentMeterId: string | null): LatestMeter => ({
  meterId: `meter ${deviceId}`,
  key: deviceId,
  deviceId,
  room,
  utility: 'electricity',
  parentMeterId,
  lastAt: null,
  lastValue: null,
  rate: null,
  today: 0,
  quarantined: 0,
});

const latest: LatestAnswer = {
  household: householdId,
  timeZone: 'Europe/Lisbon',
  origin: 'measured',
  at: '2026-11-16T12:00:00Z',
  meters: [
    meter('mains', 'whole_home', null),
    meter('kitchen', 'kitchen', 'meter mains'),
    meter('heater', 'bathroom', 'meter mains'),
  ],
};

interface FarSide {
  costs?: BillCosts;
  before?: BillChanges;
  year?: BillChanges;
}

export function answerCosts({ costs: answer = costs, before = changes, year = none }: FarSide = {}): void {
  const devices = Object.entries(names).map(([id, name]): Partial<ConnectedDevice> => ({ id, name }));
  server.use(
    http.get('*/api/v1/bills/costs', () => HttpResponse.json(answer)),
    http.get('*/api/v1/bills/:id/changes', ({ request }) =>
      HttpResponse.json(new URL(request.url).searchParams.get('against') === 'year' ? year : before),
    ),
    http.get('*/rest/v1/connected_devices', () => HttpResponse.json(devices)),
    http.get('*/api/v1/usage/latest', () => HttpResponse.json(latest)),
  );
}
