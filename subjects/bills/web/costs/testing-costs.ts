import type { LatestAnswer, LatestMeter } from '#subjects/usage/contract/usage.ts';
import type { BillCosts } from '../../contract/bill-costs.ts';
import type { BillChanges } from '../../contract/billing.ts';
import type { Utility } from '#catalogue/index.ts';
import type { ConnectedDevice } from '#supabase/tables/index.ts';
import { http, HttpResponse } from 'msw';
import { server } from '#apps/web/testing/server.ts';
import { householdId } from '../testing.ts';

type DevicesCost = Omit<BillCosts['utilities'][number], 'apart' | 'unborne'>;

/** As the service answers where nothing is shared. */
const sharedByNobody = (devices: DevicesCost[]): Pick<BillCosts, 'utilities' | 'policy' | 'rooms'> => {
  const rooms = [...new Set(devices.flatMap((one) => one.devices.map(({ room }) => room)))];
  const shares = (room: string) =>
    devices.map(({ utility, devices: all }) => {
      const there = all.filter((one) => one.room === room);
      const own = there.reduce((sum, { cost }) => sum + Number(cost), 0).toFixed(2);
      const used = there.length === 0 ? null : there.reduce((sum, one) => sum + one.used, 0);
      return { utility, used, own, common: '0.00', fixed: '0.00', total: own };
    });
  return {
    policy: { fixed: 'apart', common: 'apart', commonRooms: [] },
    utilities: devices.map((one) => ({ ...one, apart: one.fixed, unborne: [] })),
    rooms: rooms.map((room) => ({ room, kind: room === 'whole_home' ? 'home' : 'own', utilities: shares(room) })),
  };
};

/** A home whose mains have two meters below them, as the service would answer; real figures of a demo household. */

export const costs: BillCosts = {
  household: householdId,
  start: '2026-11-01',
  today: '2026-11-16',
  currency: 'EUR',
  ...sharedByNobody([
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
  ]),
  alwaysOn: { watts: 180, cost: '8.10', month: '12.34' },
};

const share = (utility: Utility, used: number | null, own: string, common: string, fixed: string, total: string) => ({
  utility,
  used,
  own,
  common,
  fixed,
  total,
});

const nothing = (utility: Utility, used: number | null) => share(utility, used, '0.00', '0.00', '0.00', '0.00');

/** The same, where kitchen and hall are common: common areas go by use, fixed charges evenly. */
export const sharedCosts: BillCosts = {
  ...costs,
  policy: { fixed: 'evenly', common: 'by-use', commonRooms: ['kitchen', 'hall'] },
  utilities: costs.utilities.map((one) => ({ ...one, apart: '0.00' })),
  rooms: [
    {
      room: 'Sauna',
      kind: 'own',
      utilities: [
        share('electricity', null, '0.00', '0.00', '1.37', '1.37'),
        share('water', 300_000, '0.50', '0.04', '0.46', '1.00'),
      ],
    },
    {
      room: 'bathroom',
      kind: 'own',
      utilities: [
        share('electricity', 18_000, '2.50', '13.27', '1.37', '17.14'),
        share('water', 4_500_000, '8.00', '0.75', '0.47', '9.22'),
      ],
    },
    {
      room: 'garden',
      kind: 'own',
      utilities: [
        share('electricity', null, '0.00', '0.00', '1.36', '1.36'),
        share('water', 700_000, '1.20', '0.11', '0.47', '1.78'),
      ],
    },
    { room: 'hall', kind: 'common', utilities: [nothing('electricity', 0), nothing('water', null)] },
    {
      room: 'kitchen',
      kind: 'common',
      utilities: [
        share('electricity', 50_000, '9.07', '-9.07', '0.00', '0.00'),
        share('water', 500_000, '0.90', '-0.90', '0.00', '0.00'),
      ],
    },
    {
      room: 'whole_home',
      kind: 'home',
      utilities: [share('electricity', 32_000, '4.20', '-4.20', '0.00', '0.00'), nothing('water', null)],
    },
  ],
};

/** Why October came to €12.22 more than September, and to €46.90 more than half an October a year before. */
export const changes: BillChanges = {
  against: { id: 'bill-of-2026-09-01', start: '2026-09-01', end: '2026-10-01', total: '79.24' },
  difference: '12.22',
  weather: 'missing',
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
        { kind: 'days', amount: '0.54', block: { above: '9', unit: 'm3' } },
        { kind: 'device', device: 'bath', used: 3_369_258, amount: '5.40' },
        { kind: 'device', device: 'tap', used: 488_955, amount: '0.78' },
        { kind: 'device', device: 'garden', used: -242_130, amount: '-0.39' },
        { kind: 'other', used: 208_232, amount: '0.33' },
        { kind: 'block', amount: '1.91' },
      ],
    },
  ],
};

export const none: BillChanges = { against: null, difference: null, utilities: [], weather: null };

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
  flow: 'drawn',
  parentMeterId,
  lastAt: null,
  lastValue: null,
  rate: null,
  rateWithin: null,
  rateState: 'none',
  rateUntil: null,
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
