/** One thing of a device that measures or switches: what is known of it, and what a message changes. */
import type { Heard, SwitchCommand } from '@wattershed/domain';
import type { Recording } from '../ingest/index.ts';

/** As it is stored. */
export interface ChannelRow {
  readonly id: string;
  readonly source: string;
  readonly device: string;
  readonly part: string;
  readonly name: string;
  readonly room: string;
  readonly model: string;
  readonly utility: 'electricity' | 'water' | null;
  readonly command: SwitchCommand | null;
  readonly is_on: boolean | null;
  readonly is_online: boolean | null;
  readonly device_id: string | null;
  readonly meter_id: number | null;
  readonly is_ignored: boolean;
  readonly last_value: number | null;
}

export interface Channel {
  /** Null: not stored, as it neither measures nor switches so far. */
  row: ChannelRow | null;
  /** All that was said of it so far. */
  known: Heard;
  /** Seconds since 1970 of its last reading: two never share one. */
  lastAt: number;
  /** What it drew when it last said so. */
  drew: { readonly watts: number; readonly at: number } | null;
  hasCounter: boolean;
  notedAt: number;
}

export const keyOf = ({ source, device, part = '' }: Pick<Heard, 'source' | 'device' | 'part'>): string =>
  JSON.stringify([source, device, part]);

export const newChannel = (known: Heard, row: ChannelRow | null = null): Channel => ({
  row,
  known,
  lastAt: 0,
  drew: null,
  hasCounter: row !== null && row.last_value !== null,
  notedAt: 0,
});

/** What of a message changes the channel for good; its figures do not. */
export const lasting = ['name', 'room', 'model', 'utility', 'isOn', 'isOnline', 'command'] as const;

export const changesOf = ({ known }: Channel, heard: Heard): boolean =>
  lasting.some((field) => heard[field] !== undefined && JSON.stringify(heard[field]) !== JSON.stringify(known[field]));

/** A figure that a message brings, as a reading; null: it says nothing about use. */
export type Figure = Pick<Recording['reading'], 'at' | 'value' | 'spanS'>;

/** Clocks of devices are not asked: what is said now holds now. Several figures in one second follow each other by one. */
const mostAheadS = 5;
/** Longer than this nobody knows what was drawn. */
const longestDrawS = 900;
/** 1290.396 kWh are 1290396 Wh, whatever a double makes of it. */
const slip = 1e-6;

export const figureOf = (channel: Channel, heard: Heard, now: number): Figure | null => {
  if (heard.total !== undefined) return counterOf(channel, heard.total, now);
  return heard.power === undefined || channel.hasCounter ? null : drawnOf(channel, heard.power, now);
};

const counterOf = (channel: Channel, total: number, now: number): Figure | null => {
  channel.hasCounter = true;
  const value = Math.floor(total + slip);
  const at = Math.max(now, channel.lastAt + 1);
  if (value < 0 || !Number.isSafeInteger(value) || at > now + mostAheadS) return null;
  channel.lastAt = at;
  return { at, value, spanS: null };
};

/** Of a device that tells only its power: what it drew since it last said so. */
const drawnOf = (channel: Channel, watts: number, now: number): Figure | null => {
  const { drew } = channel;
  if (drew !== null && now <= drew.at) return null;
  channel.drew = { watts: Math.max(0, watts), at: now };
  if (drew === null || now - drew.at > longestDrawS) return null;
  return { at: drew.at, value: (drew.watts * (now - drew.at)) / 3600, spanS: now - drew.at };
};
