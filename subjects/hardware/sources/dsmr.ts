/**
 * A telegram of a Dutch or Belgian smart meter's P1 port (DSMR 2.2 to 5, Fluvius): OBIS lines between `/` and `!`. Heard at the port itself, or
 * sent by whatever reads it.
 */
import { factsOf, interchangeOf, isUnitOf, toBaseUnits, type Utility, utilityIds } from '#catalogue/index.ts';
import { sendTelegram } from '#subjects/readings/contract/readings.ts';
import { counterUnitOf } from '#subjects/readings/domain/device-words.ts';
import {
  defineSource,
  type DeviceUpdate,
  otherRegister,
  type Parser,
  PushFault,
  type PushRead,
  type PushRequest,
  type Splitter,
  type UnreadReason,
} from './source.ts';

/** The longest that a meter sends, with a year of monthly peaks, is under 4 kB. */
const { maxBytes } = sendTelegram;

interface MbusMeter {
  readonly utility: Utility;
  readonly channel: number;
  readonly at: number | null;
  /** In base units since its beginning. */
  readonly value: number;
}

interface Telegram {
  /** When it was written, in seconds since 1970; null: its version does not say. */
  readonly at: number | null;
  /** What was taken from the grid, all tariffs together: Wh since the meter's beginning. */
  readonly taken: number | null;
  readonly givenBack: number | null;
  /** Meters that the smart meter hears, by their channel (1 to 4). */
  readonly meters: readonly MbusMeter[];
  /** Its lines of energy and of meters behind it, as they stand: what to show where nothing of use is in it. */
  readonly lines: readonly string[];
}

type TelegramFault = 'not-a-telegram' | 'checksum-wrong';
type TelegramRead =
  | { readonly ok: true; readonly value: Telegram }
  | { readonly ok: false; readonly code: TelegramFault };

/** `1-0:1.8.1(…)(…)`: a reduced OBIS code with its values; some meters end it with `*255`. */
const obisLine = /^(\d-\d:\d+\.\d+\.\d+)(?:\*\d{1,3})?((?:\([^()\r\n]*\))+)\s*$/gm;
const stamp = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)([SW])$/;

/** What the smart meter counts itself. */
const mains = 'electricity' as const;

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
      meters: [1, 2, 3, 4].flatMap((channel) => meterOf(values, channel)),
      lines: [...values].flatMap(([code, [value = '']]) =>
        /^1-0:[12]\.8\.|24\.(?:2\.[13]|3\.0)$/.test(code) ? [`${code}(${value})`] : [],
      ),
    },
  };
}

type Values = ReadonlyMap<string, readonly string[]>;

function valuesOf(telegram: string): Values {
  const values = new Map<string, string[]>();
  // What stands on a line of its own belongs to the one before it.
  for (const [, code = '', groups = ''] of telegram.replace(/\r?\n\(/g, '(').matchAll(obisLine)) {
    if (!values.has(code)) values.set(code, groups.slice(1, -1).split(')('));
  }
  return values;
}

/** Direction 1 is taken, 2 given back. A total of its own, else the sum of both tariffs. */
function energyOf(values: Values, direction: 1 | 2): number | null {
  const of = (register: number) => measured(values.get(`1-0:${direction}.8.${register}`)?.[0], mains);
  const tariffs = [of(1), of(2)].filter((value) => value !== null);
  return of(0) ?? (tariffs.length === 0 ? null : tariffs.reduce((sum, value) => sum + value, 0));
}

/** Its counter, as it is or (Fluvius) not corrected for temperature; before version 4 with its unit apart from its value. */
function meterOf(values: Values, channel: number): MbusMeter[] {
  const of = (code: string): readonly string[] => values.get(`0-${channel}:24.${code}`) ?? [];
  const medium = Number(of('1.0')[0]);
  const utility = utilityIds.find((one) => interchangeOf(one).mbusMedia.includes(medium));
  const [at, , , , , unit, old] = of('3.0');
  const [readAt, value] = [of('2.1'), of('2.3'), [at ?? '', `${old}*${unit}`]].find(({ length }) => length > 0) ?? [];
  if (utility === undefined) return [];
  const counted = measured(value, utility);
  return counted === null ? [] : [{ utility, channel, at: instantOf(readAt), value: counted }];
}

/** `001581.123*kWh`, in whole Wh or mL; null: no number, or none in a unit of the utility. */
function measured(text: string | undefined, utility: Utility): number | null {
  const [, value, word = ''] = /^(\d{1,12}(?:\.\d{1,9})?)\*([A-Za-z0-9]{1,4})$/.exec(text ?? '') ?? [];
  const unit = counterUnitOf(word);
  if (value === undefined || unit === null || !isUnitOf(unit, utility)) return null;
  return Math.floor(toBaseUnits(Number(value), unit) + 1e-6);
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

/** `/ISk5\\2MT382-1000`: maker and model. */
const headOf = (telegram: string): string => /\/([^\r\n]{1,60})/.exec(telegram)?.[1]?.trim() ?? '';

/** Empty: no telegram, or one that was changed on its way. */
const readPort = (telegram: string): DeviceUpdate[] => {
  const read = parseTelegram(telegram);
  if (!read.ok) return [];
  const device = headOf(telegram) || 'P1';
  const of = { source, device, room: 'whole_home', model: device } as const;
  const { at, taken, givenBack, meters } = read.value;
  const time = (own: number | null) => (own === null ? {} : { at: own });
  const ofMains = { ...of, part: mains, name: 'Smart meter', ...time(at) };
  return [
    ...(taken === null ? [] : [{ ...ofMains, utility: mains, total: taken }]),
    ...otherRegister(ofMains, givenBack ?? undefined),
    ...meters.map(({ utility, channel, value, at: own }) => {
      const isOne = meters.filter((one) => one.utility === utility).length === 1;
      const name = `${interchangeOf(utility).meterName} meter${isOne ? '' : ` ${channel}`}`;
      return { ...of, part: `${utility}-${channel}`, name, utility, total: value, ...time(own) };
    }),
  ];
};

/** A telegram as it should be, and nothing that is counted in it. */
const unreadIn = (telegram: string): UnreadReason | null => {
  const read = parseTelegram(telegram);
  if (!read.ok) return null;
  const { taken, givenBack, meters } = read.value;
  return taken === null && givenBack === null && meters.length === 0 ? 'not-understood' : null;
};

/** A register below the end of a telegram. */
const register = /^\d-\d:\d+\.8\.\d+\S*\(.*$/m;
const whole = /\/[^/]*?![0-9A-F]{0,4}\s*?\n/gi;

/** Cuts what a serial port says into telegrams: from `/` to the end of the line of `!`. */
export const splitTelegrams = (): Splitter => {
  let rest = '';
  let head = '';
  return {
    feed: (piece) => {
      rest += piece;
      const telegrams = [...rest.matchAll(whole)];
      // What some meters say between two telegrams belongs to the first of them.
      const said = telegrams.flatMap((telegram, i) => {
        const before = telegrams[i - 1];
        const between = rest.slice(before ? before.index + before[0].length : 0, telegram.index);
        const added = head !== '' && register.test(between) ? [`${head}\r\n\r\n${between.trim()}\r\n!\r\n`] : [];
        head = telegram[0].split(/\r?\n/, 1)[0] ?? '';
        return [...added, telegram[0]];
      });
      const last = telegrams.at(-1);
      if (last) rest = rest.slice(last.index + last[0].length);
      if (rest.length > maxBytes) rest = '';
      return said;
    },
  };
};

const faults: Record<TelegramFault, string> = {
  'not-a-telegram': 'The body is no telegram: it begins with / and ends with !',
  'checksum-wrong': 'The telegram was changed on its way: its checksum is another. (curl needs --data-binary.)',
};

/** Its values go to the meters that the address names. */
function readPush({ query, body, now }: PushRequest): PushRead {
  const asked = sendTelegram.query.safeParse(query);
  if (!asked.success)
    throw new PushFault('query-invalid', `${utilityIds.join(', ')}, returned: the key of a meter; one at least`);
  // Byte by byte, as the checksum counts them.
  const payload = body.toString('latin1');
  const read = parseTelegram(payload);
  if (!read.ok) throw new PushFault('body-malformed', faults[read.code]);
  const { at, taken, givenBack, meters: heard, lines } = read.value;
  const written = at ?? now;
  const { returned } = asked.data;
  const back =
    returned === undefined || givenBack === null
      ? []
      : [{ meter: returned, at: written, value: givenBack, utility: mains as Utility }];
  const readings = utilityIds.flatMap((utility) => {
    const meter = asked.data[utility];
    const value = utility === mains ? taken : null;
    const [counter] = value === null ? heard.filter((one) => one.utility === utility) : [{ at, value }];
    return meter === undefined || counter === undefined
      ? []
      : [{ meter, at: counter.at ?? written, value: counter.value, utility }];
  });
  readings.push(...back);
  if (readings.length > 0) return { readings };
  const reason = taken === null && heard.length === 0 && givenBack ? 'returned' : 'not-understood';
  return { readings, unread: [{ place: 'P1', reason, payload }], nothing: nothingOf(asked.data, lines) };
}

/** What was looked for, and what there is instead. */
function nothingOf(asked: Readonly<Partial<Record<Utility, string | undefined>>>, lines: readonly string[]): string {
  const words = [
    ...utilityIds.flatMap((utility) => (asked[utility] === undefined ? [] : `${utility}: ${registerOf(utility)}`)),
    lines.length === 0 ? 'The telegram has no such register.' : `In the telegram: ${lines.slice(0, 8).join(' ')}`,
  ];
  return words.join(' ');
}

const anyOf = (words: readonly (string | number)[]): string => or.format(words.map(String));
const or = new Intl.ListFormat('en', { type: 'disjunction' });

const registerOf = (utility: Utility): string =>
  utility === mains
    ? '1-0:1.8.x in Wh, kWh or MWh.'
    : `0-n:24.2.1 in ${anyOf(factsOf(utility).units)}, of a meter of kind ${anyOf(interchangeOf(utility).mbusMedia)}.`;

const source = 'dsmr';
const parser: Parser = {
  topics: [],
  read: ({ payload }) => readPort(payload),
  unread: ({ payload }) => unreadIn(payload),
};

export const dsmr = defineSource({
  id: source,
  label: 'P1',
  reads:
    "a smart meter's P1 port (DSMR, Fluvius): what is taken from the grid, what goes back to it, and each other meter of a utility of ours that it hears",
  tcp: { door: 'p1', createSplitter: splitTelegrams, createParser: () => parser },
  push: { endpoint: sendTelegram, read: readPush },
  setUps: {
    smartMeter: [
      `curl -X POST '{{origin}}${sendTelegram.path}?{{utility}}={{meter}}' \\`,
      "  -H 'Authorization: Bearer {{token}}' \\",
      "  -H 'Content-Type: text/plain' \\",
      '  --data-binary @telegram.txt',
    ].join('\n'),
  },
});
