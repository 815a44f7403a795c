/** Addresses of our own pages, with the filter that shows a figure; and names that people wrote, as Markdown that does nothing but show them. */
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { AskedPart, AskedPeriod } from './intent.ts';

type Days = Pick<AskedPeriod, 'from' | 'to'>;

const isFirstOfMonth = (day: LocalDay): boolean => day.endsWith('-01');

/** As the analytics page names its periods. */
const periodOf = ({ from, to }: Days, today: LocalDay): Record<string, string> => {
  const last = addDays(to, -1);
  if (from === last) return from === today ? { period: 'day' } : { period: 'day', at: from };
  const isMonth =
    isFirstOfMonth(from) && last.slice(0, 7) === from.slice(0, 7) && (isFirstOfMonth(to) || last >= today);
  if (isMonth) return last >= today ? { period: 'month' } : { period: 'month', at: last };
  return { period: 'custom', from, to: last };
};

export const analyticsLink = (
  period: Days,
  today: LocalDay,
  { utility, room }: Pick<AskedPart, 'utility' | 'room'>,
  by?: 'room' | 'device',
): string => {
  const search = new URLSearchParams(periodOf(period, today));
  if (by) search.set('by', by);
  if (utility) search.set('utility', utility);
  if (room) search.set('room', room);
  return `/analytics?${search.toString()}`;
};

export const deviceLink = (device: string): string => `/devices#device-${device}`;
export const devicesLink = '/devices';
export const billingLink = '/billing';
/** Cards of the billing page: the open cycle, what its cost comes from, prices, closed bills. */
export const soFarLink = '/billing#so-far';
export const costsLink = '/billing#costs';
export const tariffsLink = '/billing#tariffs';
export const billsLink = '/billing#bills';
/** A closed bill in the list of the billing page. */
export const billLink = (id: string): string => `/billing#bill-${id}`;
export const dashboardLink = '/dashboard';
export const faqLink = (key: string): string => `/contact#faq-${key}`;

/** A figure that opens what it came from; without a page it stands as it is. */
export const figure = (text: string, link: string | null): string => (link === null ? text : `[${text}](${link})`);

const marks = /[\\`*_{}[\]()<>#+\-.!|~&:$^=@]/g;
/** Line breaks, and signs that nobody sees; those that join letters (of Hindi, of emoji) stay. */
const breaks = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s])+/gu;

/** On one line, each mark of Markdown escaped: a link, an address or an order written as a name stays a name. */
export const escapeMarkdown = (text: string): string => text.replace(breaks, ' ').trim().replace(marks, '\\$&');
