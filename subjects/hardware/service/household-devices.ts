/** One home's hardware as one subscription brings it: channels are found, described and measured; nothing is acknowledged before it is kept. */
import type { Logger } from 'pino';
import type { Changes } from '#kernel/changes.ts';
import type { Sql } from '#kernel/db.ts';
import { roomIn } from '#subjects/household/domain/room-words.ts';
import { source } from '#subjects/readings/domain/reading.ts';
import type { Ingest, Recording, Unread } from '#subjects/readings/service/ingest/index.ts';
import type { DeviceMessage, DeviceUpdate, Parser } from '../sources/index.ts';
import type { Announcer } from './announce.ts';
import {
  type Channel,
  type ChannelRow,
  changesOf,
  type Figure,
  figureOf,
  isEmptyRegister,
  keepFigure,
  keyOf,
  lasting,
  newChannel,
  storedFrom,
  withBeginning,
} from './device-channel.ts';

interface DevicesDeps {
  readonly sql: Sql;
  readonly ingest: Pick<Ingest, 'record'>;
  readonly changes: Pick<Changes, 'publish'>;
  readonly now: () => number;
  readonly tokenId: number;
  readonly unread: Unread;
  readonly log: Pick<Logger, 'warn'>;
}

/** Through what a household's devices are heard. */
interface Through {
  readonly parser: Parser;
  /** Where what is not understood is said to have come in. */
  readonly door: string;
  /** Told of each message. */
  readonly announcer: Pick<Announcer, 'seen'> | null;
}

export interface HouseholdDevices {
  readonly topics: readonly string[];
  /** Resolves when what the message says is committed, or was refused as it would be for ever. */
  readonly handleMessage: (message: DeviceMessage) => Promise<void>;
  /** The same of what is known without a message. */
  readonly apply: (updates: readonly DeviceUpdate[]) => Promise<void>;
  /** Its channels were changed elsewhere. */
  forget(): void;
  /** One of its devices was told something: for a while its state is an answer, also where nothing changes. */
  awaitAnswer(): void;
}

/** What a found channel counts is shown, and noted this often. */
const noteEveryMs = 30_000;
/** How full a battery is, is noted when it changes; that it is still so, this often. */
const chargeEveryMs = 300_000;
/** A little longer than anybody waits for an answer. */
const answerMs = 10_000;
const maxRemembered = 2_000;

/** SQLSTATE of data that is wrong by itself; anything else may go well later. */
const isRefusal = (error: unknown): boolean => /^(22|23|42)/.test(String((error as { code?: unknown } | null)?.code));

export const openHouseholdDevices = (
  deps: DevicesDeps,
  household: string,
  { parser, door, announcer }: Through,
): HouseholdDevices => {
  const { sql, ingest, changes, now, tokenId, unread, log } = deps;
  /** Kept when channels change elsewhere: what a device said in the meantime is known here alone. */
  const all = new Map<string, Channel>();
  let loading = Promise.resolve();
  let isStale = true;
  let answersUntil = 0;
  /** What devices said of themselves as a whole, for parts that show later. */
  const wholes = new Map<string, DeviceUpdate>();

  const load = async (): Promise<void> => {
    const rows = await sql<ChannelRow[]>`select * from private.channels_of(${household})`;
    for (const channel of all.values()) channel.stored = null;
    for (const row of rows) {
      const known = knownFrom(row);
      const channel = all.get(keyOf(known));
      if (channel) channel.stored = storedFrom(row);
      else all.set(keyOf(known), newChannel(known, storedFrom(row)));
    }
  };
  /** One look after the other: messages that wait for an earlier one go on before those that wait for a later one. */
  const loaded = (): Promise<void> => {
    if (!isStale) return loading;
    isStale = false;
    loading = loading
      .catch(() => {})
      .then(load)
      .catch((error: unknown) => {
        isStale = true;
        throw error;
      });
    return loading;
  };

  const concerned = (update: DeviceUpdate): Channel[] => {
    if (update.part === undefined) {
      const key = keyOf(update);
      if (wholes.size < maxRemembered || wholes.has(key)) wholes.set(key, { ...wholes.get(key), ...update });
      return [...all.values()].filter(({ known }) => known.source === update.source && known.device === update.device);
    }
    const key = keyOf(update);
    const known = all.get(key);
    if (known) return [known];
    if (all.size >= maxRemembered) return [];
    const { source: of, device, part } = update;
    const made = newChannel({ ...wholes.get(keyOf({ source: of, device })), source: of, device, part });
    all.set(key, made);
    return [made];
  };

  /** Not stored yet, or what it counts is only shown so far. */
  const isDue = ({ stored, notedAt, hasCounter }: Channel, figure: Figure | null, hasCharge: boolean): boolean => {
    if (stored === null) return now() - notedAt > noteEveryMs;
    if (hasCharge && now() - notedAt > chargeEveryMs) return true;
    if (figure === null || stored.meterId !== null) return false;
    return now() - notedAt > noteEveryMs || (hasCounter && !stored.hasValue);
  };

  const note = async (noted: readonly Noted[]): Promise<void> => {
    if (noted.length === 0) return;
    const told = noted.map(columnsOf);
    const rows = await sql<ChannelRow[]>`select * from private.save_channels(${household}, ${sql.json(told)})`;
    const byKey = new Map(rows.map((row) => [keyOf(row), storedFrom(row)]));
    for (const { channel } of noted) channel.stored = byKey.get(keyOf(channel.known)) ?? channel.stored;
    // What a found channel counts meanwhile is seen when the page looks next.
    if (noted.some(({ isNews }) => isNews)) changes.publish([household], 'devices');
  };

  const record =
    (meterId: number) =>
    (figures: readonly Figure[]): Promise<void> =>
      ingest.record(
        figures.map((figure): Recording => {
          const isNewest = figure.spanS === null;
          return { meterId, tokenId, isNewest, reading: { ...figure, source: source.measured }, outcome: null };
        }),
        null,
      );

  const take = async (message: DeviceMessage): Promise<void> => {
    const updates = parser.read(message);
    if (updates.some(hasSoundName)) return apply(updates, message);
    const reason = message.isRetained ? null : parser.unread?.(message);
    const { topic: place, payload } = message;
    if (reason) await unread.note(household, [{ door, place, reason, payload }]);
  };
  const handleMessage = async (message: DeviceMessage): Promise<void> => {
    announcer?.seen(message.topic);
    try {
      await take(message);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // It would be refused again, for ever: it is as good as taken.
      log.warn({ err: error, household, topic: message.topic }, 'a message of a device is refused by the database');
    }
  };

  const apply = async (
    updates: readonly DeviceUpdate[],
    message: Pick<DeviceMessage, 'isRetained' | 'isRepeated'>,
  ): Promise<void> => {
    await loaded();
    const noted = new Map<Channel, Noted>();
    const kept: Promise<void>[] = [];
    for (const one of updates.filter(hasSoundName).map(wholeCharge)) {
      for (const channel of concerned(one)) {
        const isAnswer = one.isOn !== undefined && channel.stored?.isDevice === true && now() < answersUntil;
        const isNews = channel.stored === null || isAnswer || changesOf(channel, one);
        channel.known = { ...channel.known, ...one, part: channel.known.part ?? '' };
        const second = Math.floor(now() / 1000);
        const figure = message.isRetained ? null : figureOf(channel, one, second, message.isRepeated);
        const meterId = channel.stored?.meterId ?? null;
        if (figure && meterId !== null)
          for (const each of withBeginning(channel, figure))
            kept.push(keepFigure(channel.queue, each, record(meterId)));
        else if (figure && isEmptyRegister(channel, figure)) channel.beginning = figure;
        if (channel.stored?.isIgnored || !isOfUse(channel.known)) continue;
        const isTime = isDue(channel, figure, one.charge !== undefined);
        if (!isTime && (channel.stored === null || !isNews)) continue;
        channel.notedAt = now();
        const before = noted.get(channel);
        noted.set(channel, {
          channel,
          update: { ...before?.update, ...one },
          isNews: isNews || (before?.isNews ?? false),
          figure: figure ?? before?.figure ?? null,
        });
      }
    }
    await Promise.all([note([...noted.values()]), ...kept]);
  };

  return {
    get topics() {
      return parser.topics;
    },
    handleMessage,
    apply: (updates) => apply(updates, { isRetained: false }),
    forget: () => {
      isStale = true;
    },
    awaitAnswer: () => {
      answersUntil = now() + answerMs;
    },
  };
};

interface Noted {
  readonly channel: Channel;
  readonly update: DeviceUpdate;
  /** Open pages want to know. */
  readonly isNews: boolean;
  readonly figure: Figure | null;
}

/** Worth being found: it measures, it can be switched, or it is a battery. */
const isOfUse = ({ utility, command, charge }: DeviceUpdate): boolean =>
  [utility, command, charge].some((one) => one !== undefined);

/** In whole %; what is none is left out. */
const wholeCharge = ({ charge, ...update }: DeviceUpdate): DeviceUpdate =>
  charge !== undefined && charge >= 0 && charge <= 100 ? { ...update, charge: Math.round(charge) } : update;

/** What neither a database nor a page can hold: control characters, halves of characters. */
const unsound = /[\p{Cc}\p{Cs}]/gu;

const cut = (text: string | undefined, max: number): string | undefined => text?.replace(unsound, '').slice(0, max);

/** What a device is known by must be the same again when it is read back. */
const hasSoundName = ({ device, part = '' }: DeviceUpdate): boolean =>
  device.length <= 200 && part.length <= 80 && (device + part).search(unsound) === -1;

/** As the database takes it; a member that is left out was not said. */
const columnsOf = ({ channel: { known, stored, notedAt }, update, figure }: Noted) => ({
  source: known.source,
  device: known.device,
  part: known.part ?? '',
  name: cut(known.name, 80),
  room: cut(known.room === undefined ? roomIn(known.name ?? '') : roomIn(known.room) || known.room, 40),
  model: cut(known.model, 80),
  utility: known.utility,
  flow: known.flow,
  register_of: known.registerOf,
  rolls_over_at: known.rollsOverAt,
  command: known.command && { ...known.command },
  // A state that is only remembered confirms nothing.
  is_on: stored === null ? known.isOn : update.isOn,
  is_online: stored === null ? known.isOnline : update.isOnline,
  ...(update.charge !== undefined && { charge: update.charge, charge_at: Math.floor(notedAt / 1000) }),
  ...(figure?.spanS === null && { last_value: figure.value, last_at: figure.at }),
});

const knownFrom = (row: ChannelRow): DeviceUpdate => {
  const { source: of, device, part, name, room, model, utility, flow, command, is_on, is_online } = row;
  const fields = {
    name: name || null,
    room: room || null,
    model: model || null,
    utility,
    flow,
    registerOf: row.register_of,
    rollsOverAt: row.rolls_over_at,
    charge: row.charge,
    command,
    isOn: is_on,
    isOnline: is_online,
  };
  const told = lasting.flatMap((field) => (fields[field] === null ? [] : [[field, fields[field]] as const]));
  return { source: of, device, part, ...Object.fromEntries(told) };
};
