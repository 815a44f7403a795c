/** A P1 port as hardware that makes itself known: the electricity that is taken, and each water meter that the smart meter hears. */
import type { Dialect, Heard } from '@wattershed/domain';
import { parseTelegram } from './parse-telegram.ts';

/** `/ISk5\\2MT382-1000`: maker and model. */
const headOf = (telegram: string): string => /\/([^\r\n]{1,60})/.exec(telegram)?.[1]?.trim() ?? '';

/** Empty: no telegram, or one that was changed on its way. */
const readPort = (telegram: string): Heard[] => {
  const read = parseTelegram(telegram);
  if (!read.ok) return [];
  const device = headOf(telegram) || 'P1';
  const of = { source: 'dsmr', device, room: 'whole_home', model: device } as const;
  const { at, taken, water } = read.value;
  const time = (own: number | null) => (own === null ? {} : { at: own });
  return [
    ...(taken === null
      ? []
      : [
          {
            ...of,
            part: 'electricity',
            name: 'Smart meter',
            utility: 'electricity',
            total: taken,
            ...time(at),
          } as const,
        ]),
    ...water.map(({ channel, value, at: own }) => {
      const name = water.length > 1 ? `Water meter ${channel}` : 'Water meter';
      return { ...of, part: `water-${channel}`, name, utility: 'water', total: value, ...time(own) } as const;
    }),
  ];
};

/** A telegram as it should be, and nothing drawn in it. */
const unread = (telegram: string): 'not-understood' | 'returned' | null => {
  const read = parseTelegram(telegram);
  if (!read.ok || read.value.taken !== null || read.value.water.length > 0) return null;
  return read.value.givenBack === null ? 'not-understood' : 'returned';
};

export const p1Dialect: Dialect = {
  topics: [],
  read: ({ payload }) => readPort(payload),
  unread: ({ payload }) => unread(payload),
};
