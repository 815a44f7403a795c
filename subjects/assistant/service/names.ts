/** Rooms, utilities and periods by name, in the reader's language. */
import type { Language, Utility } from '#catalogue/index.ts';
import { toKnownRoom } from '#catalogue/rooms.ts';
import { addDays } from '#catalogue/local-day.ts';
import { textsIn } from '#kernel/texts.ts';
import type { Home } from './home.ts';
import type { AskedPeriod } from './intent.ts';
import type { Writer } from './writer.ts';

/** A room that everyone has by its name in that language; any other as it was written. */
export const roomName = (language: Language, room: string): string => {
  const key = room === '' ? 'none' : toKnownRoom(room);
  return key ? textsIn(language, 'rooms')(key) : room;
};

export const utilityName = (language: Language, utility: Utility): string =>
  textsIn(language, 'replies', 'names')(utility);

export const deviceName = (home: Pick<Home, 'devices'>, id: string): string =>
  home.devices.find((one) => one.id === id)?.name ?? '';

const isWholeMonth = ({ from, to }: AskedPeriod): boolean =>
  from.endsWith('-01') && to.endsWith('-01') && addDays(to, -1).slice(0, 7) === from.slice(0, 7);

/** "yesterday (21 November 2026)", "in October 2026", "14–20 November 2026": what stands in the middle of a sentence. */
export const periodText = (language: Language, write: Writer, period: AskedPeriod): string => {
  const t = textsIn(language, 'replies', 'names');
  const isDay = addDays(period.from, 1) === period.to;
  const days = isDay ? write.day(period.from) : write.days(period);
  if (period.name !== null) return t('with-days', { name: t(period.name), days });
  if (isDay) return t('on-day', { day: days });
  if (isWholeMonth(period)) return t('in-month', { month: write.month(period.from) });
  return t('in-days', { days });
};
