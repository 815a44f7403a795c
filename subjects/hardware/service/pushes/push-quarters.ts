/**
 * Writes to an InfluxDB what each meter used, by quarter-hours, in line protocol. A point is known by its meter and its time: written again it is the
 * same point. So the last hours are sent again each time, and five weeks once a day, with whatever came late.
 */
import { interchangeOf, type Utility } from '#catalogue/index.ts';
import { writeLines } from '#subjects/readings/contract/readings.ts';
import { QUARTER_S } from '#subjects/readings/domain/meter-use.ts';
import type { HomeFigures } from '../home-entities.ts';
import type { Sending, Sent } from './sending.ts';

export interface InfluxTarget {
  readonly kind: 'influx';
  readonly address: string;
  readonly organization: string;
  readonly bucket: string;
  readonly token: string;
}

interface QuarterRow {
  readonly start: number;
  readonly meter: string;
  readonly device: string;
  readonly room: string;
  readonly utility: Utility;
  /** What passes the meter: drawn, returned, produced, … */
  readonly flow: string;
  /** Wh or mL. */
  readonly used: number;
  readonly estimated: number;
}

const quarterMs = QUARTER_S * 1000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const againMs = 3 * hourMs;
const againDailyMs = 35 * dayMs;
/** Two days of a home with many meters are some hundred kB. */
const stepMs = 2 * dayMs;
const maxSteps = 60;
/** A quarter-hour is known when the reading after it is there; homes do not all send at once. */
const afterMs = 2 * 60_000;
const spreadMs = 5 * 60_000;

export const pushQuarters = async (sending: Sending, target: InfluxTarget): Promise<Sent> => {
  const { push, sql, now, readHome, post, keep } = sending;
  const { household_id: household } = push;
  const write = (lines: readonly string[]) => post(urlOf(target), headersOf(target), lines.join('\n'));
  const end = Math.floor(now() / quarterMs) * quarterMs;
  let from = await startOf(sending);
  for (let step = 0; from < end; step += 1) {
    if (step === maxSteps) return { dueMs: now(), isSent: true };
    const to = Math.min(from + stepMs, end);
    const rows = await sql<QuarterRow[]>`
      select * from private.push_quarters(${household}, ${new Date(from)}, ${new Date(to)})`;
    if (rows.length > 0) await write(rows.map((row) => lineOf(household, row)));
    from = to;
    if (from < end) await keep(new Date(from));
  }
  const home = homeLine(household, await readHome(household), end);
  if (home !== null) await write([home]);
  await keep(new Date(end));
  const spread = Number.parseInt(household.slice(0, 6), 16) % spreadMs;
  return { dueMs: end + quarterMs + afterMs + spread, isSent: true };
};

/** The first time from the first quarter-hour on. */
const startOf = async ({
  push: { household_id: household, sent_until: until, sent_at: sentAt },
  sql,
  now,
}: Sending) => {
  if (until === null) {
    const [row] = await sql<{ first: Date | null }[]>`select private.first_quarter(${household}) as first`;
    return row?.first?.getTime() ?? now();
  }
  const isNewDay = sentAt === null || Math.floor(sentAt.getTime() / dayMs) < Math.floor(now() / dayMs);
  return until.getTime() - (isNewDay ? againDailyMs : againMs);
};

const urlOf = ({ address, organization, bucket }: InfluxTarget): URL => {
  const url = new URL(address);
  // InfluxDB's own address: we take what its clients write there too.
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${writeLines.path}`;
  url.search = new URLSearchParams({ org: organization, bucket, precision: 's' }).toString();
  return url;
};

const headersOf = ({ token }: InfluxTarget) => ({
  'content-type': 'text/plain; charset=utf-8',
  ...(token !== '' && { authorization: `Token ${token}` }),
});

const key = (text: string): string => text.replace(/[\n\r]/g, ' ').replace(/[,= \\]/g, '\\$&');
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Names can change, and are no part of what a point is known by. */
const lineOf = (
  household: string,
  { start, meter, device, room, utility, flow, used, estimated }: QuarterRow,
): string => {
  const { unit, size } = interchangeOf(utility).homeAssistant.used;
  const fields = [
    `used=${used / size}`,
    `estimated=${estimated / size}`,
    `device=${quoted(device)}`,
    `room=${quoted(room)}`,
  ];
  return `wattershed,household=${household},meter=${key(meter)},utility=${utility},flow=${flow},unit=${key(unit)} ${fields.join(',')} ${start}`;
};

/** What the home costs, at the quarter-hour that runs; null: no tariff is in force. */
const homeLine = (household: string, home: HomeFigures | null, quarter: number): string | null => {
  if (!home?.money) return null;
  const { currency, today, bill, likely, prices } = home.money;
  const fields = [
    `cost_today=${today}`,
    `bill_so_far=${bill.soFar}`,
    ...(likely ? [`bill_forecast=${likely.expected}`] : []),
    ...prices.flatMap(({ utility, rate }) => (rate === null ? [] : [`price_${utility}=${rate}`])),
  ];
  return `wattershed_home,household=${household},currency=${currency} ${fields.join(',')} ${quarter / 1000}`;
};
