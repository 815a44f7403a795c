/** Words, amounts and prices of answers about money, each figure with the page that shows it. */
import {
  type BillingUnit,
  byUtility,
  textIn,
  type Utility,
  type Words,
  unitName,
  usualUtilities,
  utilityIds,
} from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { exact } from '#subjects/bills/domain/tariff/exact.ts';
import { billLabels } from '#subjects/bills/service/index.ts';
import type { Asking } from '../asking.ts';
import { escapeMarkdown, figure, soFarLink, tariffsLink } from '../links.ts';
import { deviceName, roomName, utilityName } from '../names.ts';
import { capital, note } from '../usage/phrases.ts';

export const moneyVoice = ({ language, write, home }: Pick<Asking, 'language' | 'write' | 'home'>) => {
  const t = textsIn(language, 'replies', 'money');
  const costs = textsIn(language, 'billing-costs');
  const paper = billLabels(language, home.country);
  const unitText = (unit: BillingUnit): string => (unit === 'kL' ? 'm³' : unitName(unit));
  const rate = (price: string, unit: BillingUnit, currency: string): string =>
    paper.t('perUnit', { amount: write.money(price, currency), unit: unitText(unit) });
  const deviceText = (device: string, isRest: boolean): string => {
    const name = deviceName(home, device) || costs('removed');
    return isRest ? costs('restOf', { name }) : name;
  };
  return {
    t,
    /** Why one bill is not as much as another, as the billing page says it. */
    change: textsIn(language, 'billing-costs', 'change'),
    weather: textsIn(language, 'billing-weather', 'change'),
    /** What of a sum is each utility's, where all have a part in it. `partOf`: as it is written; null: it has none. */
    split: (partOf: (utility: Utility) => string | null): string[] => {
      const parts = byUtility(partOf);
      if (usualUtilities.some((one) => parts[one] === null)) return [];
      const known = utilityIds.filter((one) => parts[one] !== null);
      return known.length === usualUtilities.length
        ? [t('split', parts as Record<Utility, string>)]
        : [`${write.list(known.map((one) => `${t(one)}: ${parts[one]}`))}.`];
    },
    /** The words of bills on paper. */
    paper,
    /** In the middle of a sentence. */
    utility: (utility: Utility): string => utilityName(language, utility),
    days: (start: LocalDay, end: LocalDay): string => write.days({ from: start, to: end }),
    lastDay: (end: LocalDay): string => write.day(addDays(end, -1)),
    money: write.money,
    /** A figure of the open cycle, which opens its card. */
    amount: (amount: string, currency: string): string => figure(write.money(amount, currency), soFarLink),
    /** With its sign: what something adds or takes away. */
    signed: (amount: string, currency: string): string => {
      const { s } = exact(amount);
      const size = write.money(amount.replace('-', ''), currency);
      return exact(amount).equals(0) ? size : `${s < 0n ? '-' : '+'}${size}`;
    },
    rate,
    linkedRate: (price: string, unit: BillingUnit, currency: string): string =>
      figure(rate(price, unit, currency), tariffsLink),
    units: (amount: string, unit: BillingUnit): string =>
      `${write.number(Number(amount), 2, 0)}\u00a0${unitText(unit)}`,
    unitText,
    named: (text: Words): string => textIn(text, language),
    /** Of a schedule: it has no name but its key, such as `P1` or `peak`. */
    period: capital,
    device: deviceText,
    room: (room: string, isRest: boolean): string => (isRest ? costs('restOfHome') : roomName(language, room)),
  };
};

export type MoneyVoice = ReturnType<typeof moneyVoice>;

export const safe = escapeMarkdown;

/** The answer, and last what is to be said of its figures. */
export const paragraphs = (answer: readonly string[], notes: readonly string[]): string =>
  [answer.join(' '), note(notes.join(' '))].filter((one) => one !== '').join('\n\n');
