/** A household of plain numbers: its hours are given, and everything else is summed from them. */
import type { Language } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import type { BillCosts } from '#subjects/bills/contract/bill-costs.ts';
import type {
  EmissionsAnswer,
  FlowsAnswer,
  LatestAnswer,
  LatestMeter,
  UsageAnswer,
  UsageRow,
} from '#subjects/usage/contract/usage.ts';
import { type AskedUsage, type Asking, inUnit, type OpenNotice, type OwnAnswer, type Sources } from '../asking.ts';
import { type Home, type HomeDevice, homeOf } from '../home.ts';
import type { AskedPart, AskedPeriod, AskedUnit, Intent } from '../intent.ts';
import { replyToIntent } from '../topics.ts';
import { createWriter } from '../writer.ts';

/** A Sunday. */
export const noon = Date.parse('2026-11-22T12:00:00Z');

export const all: AskedPart = { utility: null, room: null, device: null };

/** From its first day to its last one. */
export const days = (from: string, last: string, name: AskedPeriod['name'] = null): AskedPeriod => ({
  from,
  to: addDays(last, 1),
  name,
  isAssumed: false,
});

export const today = days('2026-11-22', '2026-11-22', 'today');
export const yesterday = days('2026-11-21', '2026-11-21', 'yesterday');

const device = (
  id: string,
  name: string,
  room: string,
  utility: HomeDevice['utility'],
  rest: Partial<HomeDevice> = {},
) => ({
  id,
  name,
  room,
  utility,
  isActive: true,
  commands: false,
  ...rest,
});

export const devices: readonly HomeDevice[] = [
  device('main', 'Main meter', 'whole_home', 'electricity'),
  device('oven', 'Oven', 'kitchen', 'electricity', { commands: true }),
  device('lamp', 'Lamp', 'bedroom', 'electricity', { commands: true, isActive: false }),
  device('tap', 'Tap', 'kitchen', 'water'),
];

/** Use within one hour, in Wh or mL; the hour is measured whole unless it says so. */
interface Hour {
  readonly at: string;
  readonly device: string;
  readonly used: number;
  readonly estimated?: number;
  readonly coveredS?: number;
  readonly atLeast?: true;
}

/** An hour by its quarters, each with as much. */
const quartersOf = ({ at, ...hour }: Hour): Hour[] =>
  ['00', '15', '30', '45'].map((minute) => ({
    ...hour,
    at: at.replace(':00:00Z', `:${minute}:00Z`),
    used: hour.used / 4,
    estimated: (hour.estimated ?? 0) / 4,
    coveredS: (hour.coveredS ?? 3600) / 4,
  }));

const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

const startIn = (at: string, bucket: AskedUsage['bucket']): string => {
  const day = at.slice(0, 10);
  if (bucket === 'week') return mondayOf(day);
  if (bucket === 'month') return `${day.slice(0, 7)}-01`;
  return bucket === 'day' ? day : at;
};

/** Sums the hours as the service would, in UTC; each already net of what is inside. */
const sumHours = (
  hours: readonly Hour[],
  known: readonly HomeDevice[],
  { from, to, bucket }: AskedUsage,
): UsageRow[] => {
  const rows = new Map<string, UsageRow>();
  for (const { at, device: id, used, estimated = 0, coveredS = 3600, atLeast } of hours) {
    const one = known.find((each) => each.id === id);
    if (one === undefined || at.slice(0, 10) < from || at.slice(0, 10) >= to) continue;
    const start = startIn(at, bucket);
    const before = rows.get(`${start} ${id}`) ?? { used: 0, estimated: 0, coveredS: 0, atLeast: undefined };
    rows.set(`${start} ${id}`, {
      start,
      utility: one.utility,
      room: one.room,
      deviceId: id,
      used: before.used + used,
      estimated: before.estimated + estimated,
      imported: 0,
      coveredS: before.coveredS + coveredS,
      ...((before.atLeast ?? atLeast) && { atLeast: true }),
    });
  }
  return [...rows.values()];
};

export const meter = (of: HomeDevice, rest: Partial<LatestMeter> = {}): LatestMeter => ({
  meterId: `m-${of.id}`,
  key: of.id,
  deviceId: of.id,
  room: of.room,
  utility: of.utility,
  flow: 'drawn',
  parentMeterId: of.utility === 'electricity' && of.id !== 'main' ? 'm-main' : null,
  lastAt: '2026-11-22T11:59:00Z',
  lastValue: 0,
  rate: 0,
  rateWithin: 0,
  rateState: 'now',
  rateUntil: '2026-11-22T12:14:00Z',
  today: 0,
  quarantined: 0,
  ...rest,
});

export interface FakeHome {
  readonly language?: Language;
  readonly unit?: AskedUnit;
  readonly hours?: readonly Hour[];
  readonly home?: Partial<Omit<Home, 'rooms' | 'today'>>;
  readonly meters?: readonly LatestMeter[];
  readonly notices?: readonly OpenNotice[];
  readonly alwaysOn?: BillCosts['alwaysOn'];
  readonly flows?: FlowsAnswer['rows'];
  readonly emissions?: Pick<EmissionsAnswer, 'rows' | 'factors'>;
}

const unasked = (): Promise<never> => Promise.reject(new Error('nobody should ask that'));

export const fakeAsking = ({
  language = 'en',
  unit,
  hours = [],
  home: own = {},
  meters,
  notices = [],
  alwaysOn = null,
  flows = [],
  emissions = { rows: [], factors: [] },
}: FakeHome): Asking => {
  const { nowMs = noon, ...rest } = own;
  const row = {
    id: 'home',
    name: 'Olive house',
    kind: 'home',
    timeZone: 'UTC',
    currency: 'EUR',
    units: 'metric',
    country: 'GB',
    hasReadings: true,
    role: 'owner',
    devices,
    ...rest,
  } as const;
  const home = homeOf(row, nowMs);
  const origin = home.kind !== 'home' ? 'simulated' : home.hasReadings ? 'measured' : 'none';
  const head = { household: home.id, timeZone: home.timeZone, origin } as const;
  const usage = async (query: AskedUsage): Promise<UsageAnswer> => ({
    ...head,
    bucket: query.bucket,
    rows: sumHours(query.bucket === '15m' ? hours.flatMap(quartersOf) : hours, home.devices, query),
  });
  const latest = async (): Promise<LatestAnswer> => ({
    ...head,
    at: new Date(nowMs).toISOString(),
    meters: [...(meters ?? home.devices.map((one) => meter(one)))],
  });
  const sources: Sources = {
    usage,
    flows: async ({ bucket }) => ({ ...head, bucket, rows: [...flows] }),
    emissions: async () => ({ ...head, bucket: 'month', ...emissions }),
    latest,
    costs: async () => ({ alwaysOn }) as BillCosts,
    periodCosts: unasked,
    notices: async () => notices,
    soFar: unasked,
    bills: unasked,
    changes: unasked,
    tariffs: unasked,
    budgets: unasked,
    payments: unasked,
    market: unasked,
    faq: unasked,
    runs: unasked,
    comparison: unasked,
    posts: unasked,
  };
  return inUnit({ home, sources, language, write: createWriter(language, home) }, unit);
};

/** The same use in each hour of a day, from 00:00 until `until`. */
export const steady = (day: string, id: string, used: number, until = 24): Hour[] =>
  Array.from({ length: until }, (_, hour) => ({
    at: `${day}T${String(hour).padStart(2, '0')}:00:00Z`,
    device: id,
    used,
  }));

// Questions to the household of plain numbers, and the words that come back.

export const hours = [
  ...steady('2026-11-20', 'oven', 100),
  ...steady('2026-11-20', 'tap', 2_500),
  ...steady('2026-11-21', 'main', 10),
  ...steady('2026-11-21', 'oven', 100),
  ...steady('2026-11-21', 'tap', 5_000),
  ...steady('2026-11-22', 'oven', 80, 12),
  ...steady('2026-11-22', 'tap', 2_500, 12),
];

const languages = ['en', 'es', 'hi'] as const;

export const reply = (intent: Intent, fake: FakeHome = {}): Promise<OwnAnswer> =>
  replyToIntent(fakeAsking({ hours, ...fake }), intent);

/** The words alone: a link is read as what it is written on, a space that does not break as any other. */
export const words = async (intent: Intent, fake: FakeHome = {}): Promise<string> =>
  (await reply(intent, fake)).text.replace(/\]\([^)]*\)/g, ']').replaceAll('\u00a0', ' ');

export const inEach = async (intent: Intent, fake: FakeHome = {}): Promise<Record<Language, string>> => {
  const [en = '', es = '', hi = ''] = await Promise.all(
    languages.map((language) => words(intent, { language, ...fake })),
  );
  return { en, es, hi };
};

export const usage = (ask: Intent<'usage'>['ask'], period = yesterday, part = all): Intent => ({
  about: 'usage',
  part,
  period,
  ask,
});
