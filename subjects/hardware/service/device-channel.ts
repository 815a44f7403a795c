/** One thing of a device that measures or switches: what is known of it, what a message changes, and its figures on their way to be kept. */
import type { Flow, Utility } from '#catalogue/index.ts';
import type { Recording } from '#subjects/readings/service/ingest/index.ts';
import type { DeviceUpdate, SwitchCommand } from '../sources/index.ts';

/** As it is stored. */
export interface ChannelRow {
  readonly id: string;
  readonly source: string;
  readonly device: string;
  readonly part: string;
  readonly name: string;
  readonly room: string;
  readonly model: string;
  readonly utility: Utility | null;
  readonly flow: Flow | null;
  readonly register_of: string | null;
  readonly command: SwitchCommand | null;
  readonly is_on: boolean | null;
  readonly is_online: boolean | null;
  readonly device_id: string | null;
  readonly meter_id: number | null;
  readonly is_ignored: boolean;
  readonly last_value: number | null;
  readonly charge: number | null;
  readonly rolls_over_at: number | null;
}

/** What is looked at with each message; a large installation has many thousands of them in memory. */
export interface StoredChannel {
  readonly meterId: number | null;
  readonly isDevice: boolean;
  readonly isIgnored: boolean;
  readonly hasValue: boolean;
}

export const storedFrom = (row: ChannelRow): StoredChannel => ({
  meterId: row.meter_id,
  isDevice: row.device_id !== null,
  isIgnored: row.is_ignored,
  hasValue: row.last_value !== null,
});

export interface Channel {
  /** Null: not stored, as it neither measures nor switches so far. */
  stored: StoredChannel | null;
  /** All that is known of it so far. */
  known: DeviceUpdate;
  /** Its latest counter value: seconds since 1970, and what it was; of several in a second the newest stays. */
  lastAt: number;
  lastValue: number | null;
  /** Of a register that has counted nothing, when it last said so: it is counted from there once it has. */
  beginning: Figure | null;
  /** What of it is on its way to be kept. */
  readonly queue: FigureQueue;
  /** What it drew when it last said so. */
  drew: { readonly watts: number; readonly at: number } | null;
  hasCounter: boolean;
  notedAt: number;
}

export const keyOf = (one: Pick<DeviceUpdate, 'source' | 'device' | 'part'>): string =>
  JSON.stringify([one.source, one.device, one.part ?? '']);

export const newChannel = (known: DeviceUpdate, stored: StoredChannel | null = null): Channel => ({
  stored,
  known,
  lastAt: 0,
  lastValue: null,
  beginning: null,
  queue: emptyQueue(),
  drew: null,
  hasCounter: stored?.hasValue ?? false,
  notedAt: 0,
});

/** What of a message changes the channel for good; its figures do not. */
export const lasting = [
  'name',
  'room',
  'model',
  'utility',
  'flow',
  'registerOf',
  'rollsOverAt',
  'charge',
  'isOn',
  'isOnline',
  'command',
] as const;

export const changesOf = ({ known }: Channel, update: DeviceUpdate): boolean =>
  lasting.some(
    (field) => update[field] !== undefined && JSON.stringify(update[field]) !== JSON.stringify(known[field]),
  );

/** A figure that a message brings, as a reading. */
export type Figure = Pick<Recording['reading'], 'at' | 'value' | 'spanS'>;

/** A device's own time is taken where it may be true: its clock is not ahead of ours, and what it tells is not of another day. */
const maxAheadS = 5;
const maxBehindS = 86_400;
/** Longer than this nobody knows what was drawn. */
const maxDrawS = 900;
/** 1290.396 kWh are 1290396 Wh, whatever a double makes of it. */
const slip = 1e-6;

export const figureOf = (channel: Channel, update: DeviceUpdate, now: number, isRepeated = false): Figure | null => {
  if (update.total !== undefined) return counterOf(channel, update, now, isRepeated);
  return update.power === undefined || channel.hasCounter ? null : drawnOf(channel, update.power, now);
};

const counterOf = (
  channel: Channel,
  { total = 0, at: own }: DeviceUpdate,
  now: number,
  isRepeated: boolean,
): Figure | null => {
  channel.hasCounter = true;
  const value = Math.floor(total + slip);
  if (value < 0 || !Number.isSafeInteger(value)) return null;
  const isOwn = own !== undefined && own <= now + maxAheadS && own >= now - maxBehindS;
  // Sent again after what came later: that has it all.
  if (isRepeated && !isOwn && channel.lastValue !== null && value < channel.lastValue) return null;
  const at = isOwn ? Math.floor(own) : Math.max(now, channel.lastAt);
  if (at >= channel.lastAt) channel.lastValue = value;
  channel.lastAt = Math.max(channel.lastAt, at);
  return { at, value, spanS: null };
};

export const isEmptyRegister = ({ known }: Channel, { value, spanS }: Figure): boolean =>
  known.registerOf !== undefined && value === 0 && spanS === null;

/** Before the first figure of a register that counts since it gave something back: the nothing that it told before. */
export const withBeginning = (channel: Channel, figure: Figure): Figure[] => {
  const { beginning } = channel;
  channel.beginning = null;
  return beginning === null || beginning.at >= figure.at ? [figure] : [beginning, figure];
};

/** Of a device that tells only its power: what it drew since it last said so. */
const drawnOf = (channel: Channel, watts: number, now: number): Figure | null => {
  const { drew } = channel;
  if (drew !== null && now <= drew.at) {
    channel.drew = { watts: Math.max(0, watts), at: drew.at };
    return null;
  }
  channel.drew = { watts: Math.max(0, watts), at: now };
  if (drew === null || now - drew.at > maxDrawS) return null;
  return { at: drew.at, value: (drew.watts * (now - drew.at)) / 3600, spanS: now - drew.at };
};

/** Figures on their way: those that wait, by their instant, and what is being kept now and next. */
interface FigureQueue {
  readonly waiting: Map<number, Figure>;
  now: Promise<void>;
  next: Promise<void> | null;
}

const emptyQueue = (): FigureQueue => ({ waiting: new Map(), now: Promise.resolve(), next: null });

/**
 * Keeps a channel's figures in the order of their arrival: one batch at a time, and what comes meanwhile with the next one, of each second the
 * newest. Resolves when `figure`, or what took its place, is committed.
 */
export const keepFigure = (
  queue: FigureQueue,
  figure: Figure,
  record: (figures: readonly Figure[]) => Promise<void>,
): Promise<void> => {
  queue.waiting.set(figure.at, figure);
  queue.next ??= queue.now
    .catch(() => {})
    .then(() => {
      const batch = [...queue.waiting.values()];
      queue.waiting.clear();
      queue.next = null;
      queue.now = record(batch);
      return queue.now;
    });
  return queue.next;
};
