/** A telegram of a Dutch or Belgian smart meter's P1 port (DSMR 2.2 to 5, Fluvius): OBIS lines between `/` and `!`. */

export interface Telegram {
  /** When it was written, in seconds since 1970; null: its version does not say. */
  readonly at: number | null;
  /** What was taken from the grid, all tariffs together: Wh since the meter's beginning. */
  readonly taken: number | null;
  readonly givenBack: number | null;
  /** Water meters that the smart meter hears, by their channel (1 to 4): mL since their beginning. */
  readonly water: readonly { readonly channel: number; readonly at: number | null; readonly value: number }[];
  /** Its lines of energy and of meters behind it, as they stand: what to show where nothing of use is in it. */
  readonly lines: readonly string[];
}

export type TelegramFault = 'not-a-telegram' | 'checksum-wrong';
export type TelegramRead =
  | { readonly ok: true; readonly value: Telegram }
  | { readonly ok: false; readonly code: TelegramFault };

/** `1-0:1.8.1(…)(…)`: a reduced OBIS code with its values; some meters end it with `*255`. */
const obisLine = /^(\d-\d:\d+\.\d+\.\d+)(?:\*\d{1,3})?((?:\([^()\r\n]*\))+)\s*$/gm;
const stamp = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)([SW])$/;
const waterMeter = 7;

/** Reads the first telegram in the text. */
export function parseTelegram(text: string): TelegramRead {
  const start = text.indexOf('/');
  const end = text.indexOf('!', start);
  // EasyMeter goes on after `!`, until its next telegram.
  const next = text.indexOf('/', end);
  const values = start === -1 || end === -1 ? new Map() : valuesOf(text.slice(start, next === -1 ? undefined : next));
  const [stated] = /^[0-9A-F]{4}/i.exec(text.slice(end + 1, end + 5)) ?? [];
  if (values.size === 0) return { ok: false, code: 'not-a-telegram' };
  if (stated !== undefined && !hasChecksum(text.slice(start, end + 1), Number.parseInt(stated, 16)))
    return { ok: false, code: 'checksum-wrong' };
  return {
    ok: true,
    value: {
      at: instantOf(values.get('0-0:1.0.0')?.[0]),
      taken: energyOf(values, 1),
      givenBack: energyOf(values, 2),
      water: [1, 2, 3, 4].flatMap((channel) => waterOf(values, channel)),
      lines: [...values].flatMap(([code, [value = '']]) =>
        /^1-0:[12]\.8\.|24\.2\.1$/.test(code) ? [`${code}(${value})`] : [],
      ),
    },
  };
}

type Values = ReadonlyMap<string, readonly string[]>;

function valuesOf(telegram: string): Values {
  const values = new Map<string, string[]>();
  for (const [, code = '', groups = ''] of telegram.matchAll(obisLine)) {
    if (!values.has(code)) values.set(code, groups.slice(1, -1).split(')('));
  }
  return values;
}

/** Direction 1 is taken, 2 given back. A total of its own, else the sum of both tariffs. */
function energyOf(values: Values, direction: 1 | 2): number | null {
  const of = (register: number) => measured(values.get(`1-0:${direction}.8.${register}`)?.[0], energyUnits);
  const tariffs = [of(1), of(2)].filter((value) => value !== null);
  return of(0) ?? (tariffs.length === 0 ? null : tariffs.reduce((sum, value) => sum + value, 0));
}

function waterOf(values: Values, channel: number): Telegram['water'][number][] {
  if (Number(values.get(`0-${channel}:24.1.0`)?.[0]) !== waterMeter) return [];
  const [at, value] = values.get(`0-${channel}:24.2.1`) ?? [];
  const millilitres = measured(value, waterUnits);
  return millilitres === null ? [] : [{ channel, at: instantOf(at), value: millilitres }];
}

const energyUnits: Readonly<Record<string, number>> = { Wh: 1, kWh: 1000, MWh: 1_000_000 };
const waterUnits: Readonly<Record<string, number>> = { m3: 1_000_000, dm3: 1000, l: 1000 };

/** `001581.123*kWh`, in whole Wh or mL; null: no number with one of `units`. */
function measured(text: string | undefined, units: Readonly<Record<string, number>>): number | null {
  const [, value, unit = ''] = /^(\d{1,12}(?:\.\d{1,9})?)\*([A-Za-z0-9]{1,4})$/.exec(text ?? '') ?? [];
  const scale = Object.hasOwn(units, unit) ? units[unit] : undefined;
  return value === undefined || scale === undefined ? null : Math.floor(Number(value) * scale + 1e-6);
}

/** YYMMDDhhmmss and S or W: the time of central Europe, which in summer is two hours ahead of UTC and else one. */
function instantOf(text: string | undefined): number | null {
  const [, ...parts] = stamp.exec(text ?? '') ?? [];
  if (parts.length === 0) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const ahead = parts[6] === 'S' ? 2 : 1;
  const at = Date.UTC(2000 + year, month - 1, day, hour - ahead, minute, second);
  const isOnCalendar = month >= 1 && month <= 12 && day >= 1 && hour < 24 && minute < 60 && second < 60;
  return isOnCalendar && new Date(at + ahead * 3_600_000).getUTCDate() === day ? at / 1000 : null;
}

/** CRC-16/ARC from `/` to `!`. Lines end with CR LF; who sends them on may have dropped the CR. */
function hasChecksum(signed: string, stated: number): boolean {
  return crc16(signed) === stated || crc16(signed.replace(/\r?\n/g, '\r\n')) === stated;
}

function crc16(text: string): number {
  let crc = 0;
  for (const byte of Buffer.from(text, 'latin1')) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}
