import type { LatestAnswer, LatestMeter } from '#subjects/usage/contract/usage.ts';
import type { SourceKinds } from '../contract/hardware.ts';
import type { Channel, ConnectedDevice, Household, HouseholdMember, HouseholdNotice } from '#supabase/tables/index.ts';
import { http, HttpResponse } from 'msw';
import { asha } from '#apps/web/testing/auth-answers.ts';
import { server } from '#apps/web/testing/server.ts';
import type { MeterRow, TokenRow } from './device-queries.ts';
import type { PastImport } from './imports/import-api.ts';

export const householdId = '5b1e6f0a-0000-4000-8000-0000000000aa';

const household: Household = {
  id: householdId,
  owner_id: asha.id,
  kind: 'home',
  name: 'Pune home',
  time_zone: 'Asia/Kolkata',
  time_zone_chosen: true,
  currency: 'INR',
  units: 'metric',
  country: 'IN',
  billing_day: 5,
  keep_months: null,
  residents: null,
  dwelling: null,
  latitude: null,
  longitude: null,
  has_readings: true,
  created_at: '2026-11-01T00:00:00Z',
};

export function device(id: string, name: string, rest: Partial<ConnectedDevice> = {}): ConnectedDevice {
  return {
    household_id: householdId,
    id,
    user_id: asha.id,
    name,
    room: 'kitchen',
    utility: 'electricity',
    is_active: true,
    created_at: '2026-11-01T00:00:00Z',
    ...rest,
  };
}

export function meterRow(id: number, deviceId: string, key: string, rest: Partial<MeterRow> = {}): MeterRow {
  return {
    id,
    device_id: deviceId,
    key,
    utility: 'electricity',
    reading_kind: 'counter',
    flow: 'drawn',
    parent_meter_id: null,
    register_unit: null,
    created_at: '2026-11-01T00:00:00Z',
    ...rest,
  };
}

export function latestMeter(row: MeterRow, rest: Partial<LatestMeter> = {}): LatestMeter {
  return {
    meterId: String(row.id),
    key: row.key,
    deviceId: row.device_id,
    room: 'kitchen',
    utility: row.utility,
    flow: 'drawn',
    parentMeterId: null,
    lastAt: new Date().toISOString(),
    lastValue: 12_345_678,
    rate: 412,
    rateWithin: 12,
    rateState: 'now',
    rateUntil: new Date(Date.now() + 900_000).toISOString(),
    today: 5310,
    quarantined: 0,
    ...rest,
  };
}

export function channel(id: string, rest: Partial<Channel> = {}): Channel {
  return {
    household_id: householdId,
    id,
    source: 'tasmota',
    device: `plug-${id}`,
    part: '',
    name: '',
    room: '',
    model: '',
    utility: 'electricity',
    flow: null,
    register_of: null,
    charge: null,
    charge_at: null,
    rolls_over_at: null,
    command: null,
    is_on: null,
    is_online: null,
    last_value: 1_290_396,
    last_at: '2026-11-20T12:00:00Z',
    device_id: null,
    meter_id: null,
    is_ignored: false,
    is_simulated: false,
    found_at: '2026-11-20T12:00:00Z',
    ...rest,
  };
}

/** Some of what the service declares. */
export const sourceKinds: SourceKinds = {
  polls: true,
  sources: [
    { id: 'tasmota', label: 'Tasmota', transports: ['mqtt'], hasKey: false, setUps: [], unsure: [] },
    {
      id: 'ha-discovery',
      label: 'MQTT',
      transports: ['mqtt'],
      hasKey: false,
      setUps: [],
      unsure: ['electricity', 'heat'],
    },
    {
      id: 'lines',
      label: 'InfluxDB',
      transports: ['push'],
      hasKey: false,
      setUps: [{ name: 'telegraf', text: '{{token}} {{meter}}' }],
      unsure: [],
    },
    { id: 'iq-gateway', label: 'Enphase IQ Gateway', transports: ['poll'], hasKey: true, setUps: [], unsure: [] },
    { id: 'homewizard', label: 'HomeWizard', transports: ['poll'], hasKey: false, setUps: [], unsure: [] },
  ],
  pulls: [
    {
      id: 'open-meteo',
      label: 'Open-Meteo',
      fills: 'temperatures',
      utilities: [],
      flows: [],
      hasKey: false,
      isLocal: false,
      settings: [],
    },
    {
      id: 'octopus',
      label: 'Octopus Energy',
      fills: 'meter',
      utilities: ['electricity'],
      flows: ['drawn', 'returned'],
      hasKey: true,
      isLocal: false,
      settings: [{ name: 'mpan', pattern: '^\\d{13}$', choices: [], isOptional: false }],
    },
    {
      id: 'entsoe',
      label: 'ENTSO-E',
      fills: 'prices',
      utilities: [],
      flows: [],
      hasKey: true,
      isLocal: false,
      settings: [{ name: 'zone', pattern: '.*', choices: ['NO1', 'DE-LU', 'FR'], isOptional: false }],
    },
  ],
};

interface FarSide {
  devices?: ConnectedDevice[];
  meters?: MeterRow[];
  latest?: LatestMeter[];
  tokens?: TokenRow[];
  channels?: Channel[];
  notices?: HouseholdNotice[];
  imports?: PastImport[];
  role?: HouseholdMember['role'];
  switchRooms?: string[] | null;
}

/** The household as the backend and the service would answer; the case adds what it changes. */
export function answerHousehold({
  devices = [],
  meters = [],
  latest = [],
  tokens = [],
  channels = [],
  notices = [],
  imports = [],
  role = 'owner',
  switchRooms = null,
}: FarSide): void {
  const origin = latest.length === 0 ? 'none' : 'measured';
  const answer: LatestAnswer = {
    household: householdId,
    timeZone: 'Asia/Kolkata',
    origin,
    at: new Date().toISOString(),
    meters: latest,
  };
  server.use(
    http.get('*/rest/v1/household_members', () =>
      HttpResponse.json([{ role, switch_rooms: switchRooms, households: household }]),
    ),
    http.get('*/rest/v1/connected_devices', () => HttpResponse.json(devices)),
    http.get('*/rest/v1/channels', () => HttpResponse.json(channels)),
    http.get('*/api/v1/sources', () => HttpResponse.json(sourceKinds)),
    http.get('*/rest/v1/unread_messages', () => HttpResponse.json([])),
    http.get('*/rest/v1/meters', () => HttpResponse.json(meters)),
    http.get('*/rest/v1/imports', () => HttpResponse.json(imports)),
    http.get('*/rest/v1/notices', () => HttpResponse.json(notices)),
    http.get('*/rest/v1/ingest_tokens', () => HttpResponse.json(tokens)),
    http.get('*/api/v1/usage/latest', () => HttpResponse.json(answer)),
    http.get('*/api/v1/usage', () => HttpResponse.json({ rows: [] })),
    http.get('*/api/v1/usage/stream', () =>
      HttpResponse.json({ code: 'forbidden', detail: '', requestId: '' }, { status: 403 }),
    ),
  );
}
