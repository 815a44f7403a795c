/** What a household is told of by itself, as one mail: what, since when, how much, and what to do. */
import {
  factsOf,
  type FindingFigures,
  type Language,
  isOfPrices,
  isOfRule,
  localeOf,
  type NoticeKind,
  type PriceFigures,
  type Shown,
  shownAmount,
  shownRate,
  type UnitSystem,
  type Utility,
} from '#catalogue/index.ts';
import { writeDuration } from '#catalogue/duration.ts';
import { leakWords } from '#subjects/insight/domain/leak-words.ts';
import { type FaultFigures, valuesOf, wordsOf } from '#subjects/insight/domain/honest/fault-words.ts';
import { moneyWordsOf, priceValues } from '#subjects/insight/domain/money-words.ts';
import { type RuleKey, ruleValues, ruleWords } from '#subjects/insight/domain/rules/rule-values.ts';
import { textsIn } from '#kernel/texts.ts';

export interface MailedNotice {
  readonly kind: NoticeKind;
  /** `ended`: who gets this was told of its beginning. */
  readonly phase: 'began' | 'ended';
  /** Null where it is of what a utility costs: the utility is said then. */
  readonly device: string | null;
  readonly utility: Utility;
  /** Instants as texts. */
  readonly since: string;
  readonly endedAt: string | null;
  readonly figures: FaultFigures &
    FindingFigures &
    PriceFigures & {
      readonly usualS?: number;
      readonly cost?: string;
      readonly budget?: string;
      readonly soFar?: string;
      readonly likely?: string;
      readonly end?: string;
    };
}

export interface MailReader {
  readonly language: Language;
  readonly country: string | null;
  readonly timeZone: string;
  readonly units: UnitSystem;
}

export interface NoticeWords {
  readonly subject: string;
  readonly text: string;
}

const dayMs = 86_400_000;

const writersFor = ({ language, country, timeZone, units }: MailReader) => {
  const locale = country === null ? localeOf(language, null) : `${language}-${country}`;
  const day = { day: 'numeric', month: 'short' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const time = new Intl.DateTimeFormat(locale, { ...day, ...clock, timeZone });
  const shown = ({ amount, digits, unit }: Shown): string =>
    `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(amount)}\u00a0${unit}`;
  return {
    locale,
    time: (at: string | null): string => (at === null ? '' : time.format(new Date(at))),
    leaked: (utility: Utility, used: number): string => {
      const { size, unit } = factsOf(utility).amount[units];
      const digits = used / size < 10 ? 1 : 0;
      return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(used / size)}\u00a0${unit}`;
    },
    leakRate: (utility: Utility, perHour: number): string =>
      shown(shownRate(utility, perHour / factsOf(utility).flow.perHour, units)),
    money: (amount = '0', currency = 'EUR'): string =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(amount)),
    /** Of a period that is known by the first day after it. */
    lastDay: (end = ''): string =>
      end === '' ? '' : new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' }).format(Date.parse(end) - dayMs),
    duration: (seconds: number): string => writeDuration(locale, seconds),
    amount: (utility: Utility, used: number): string => shown(shownAmount(utility, used, units)),
    rate: (utility: Utility, perTime: number): string => shown(shownRate(utility, perTime, units)),
    number: (value: number, digits = 3): string =>
      new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value),
    units,
    percent: (share: number, digits = 0): string =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(share),
  };
};

/** A notice's subject and paragraph; of a budget there is no word when it is over. */
const textOf = (
  { kind, phase, figures }: MailedNotice,
  language: Language,
  values: Readonly<Record<string, string>>,
): NoticeWords => {
  const mail = textsIn(language, 'mails', 'notices');
  // As the Dashboard says it.
  const shown = textsIn(language, 'notice-texts');
  const began = phase === 'began';
  if (kind === 'burst' || kind === 'running-water') {
    const words = leakWords(kind, !began);
    const cost = figures.cost !== undefined && shown(`${words}.cost`, values);
    const said = kind === 'burst' && began ? mail('burst.text', values) : mail(`running.${phase}.text`, values);
    return {
      subject: began ? shown(`${words}.title`, values) : mail('running.ended.subject', values),
      text: together(said, cost, began && shown(kind === 'burst' ? 'burst.check' : 'running.check')),
    };
  }
  if (kind === 'meter-check') {
    const words = wordsOf(figures);
    return {
      subject: began ? shown(`doubt.${words}.title`, values) : mail('check.ended.subject', values),
      text: began
        ? together(shown(`doubt.${words}.text`, values), shown(`doubt.${words}.check`, values))
        : mail('check.ended.text', values),
    };
  }
  if (isOfRule(kind)) {
    const rule = textsIn(language, 'rules');
    const words = ruleWords(kind, figures);
    const what = rule(`${kind}.name`);
    const cost = figures.costPerMonth !== undefined && rule('cost', values);
    return began
      ? {
          subject: rule(`${words}.title` as RuleKey, values),
          text: together(rule(`${words}.text` as RuleKey, values), cost, rule(`${kind}.check`, values)),
        }
      : { subject: mail('over.subject', values), text: mail('over.text', { ...values, what }) };
  }
  if (isOfPrices(kind)) {
    const said = textsIn(language, 'rules', kind);
    return { subject: said('title', values), text: together(said('text', values), said('check', values)) };
  }
  if (kind !== 'silent-meter') {
    const { words } = moneyWordsOf(kind, figures.soFar);
    return {
      subject: shown(`budget.${words}.title`, values),
      text: together(
        mail(`budget.${words}.text`, values),
        kind === 'prepaid-ends' ? shown('budget.topUp') : mail('budget.check'),
      ),
    };
  }
  return {
    subject: began ? shown('silent.lasts.title', values) : mail('silent.ended.subject', values),
    text: together(mail(`silent.${phase}.text`, values), began && mail('silent.began.check')),
  };
};

const together = (...sentences: readonly (string | false)[]): string => sentences.filter(Boolean).join(' ');

/** One notice in words: as a mail's subject and paragraph, or as a message on a phone. */
export const noticeWords = (notice: MailedNotice, reader: MailReader): NoticeWords => {
  const { language } = reader;
  const { kind, device, utility, since, endedAt, figures } = notice;
  const write = writersFor(reader);
  const name = device ?? textsIn(language, 'notice-texts')(`budget.${utility}`);
  return textOf(notice, language, {
    ...valuesOf(figures, write, textsIn(language, 'notice-texts')('doubt.inside')),
    name,
    device: name,
    budget: write.money(figures.budget, figures.currency),
    soFar: write.money(moneyWordsOf(kind, figures.soFar).soFar, figures.currency),
    likely: write.money(figures.likely, figures.currency),
    end: write.lastDay(figures.end),
    since: write.time(since),
    ended: write.time(endedAt),
    leak: write.leaked(utility, figures.leakMl ?? 0),
    rate: write.leakRate(utility, figures.floorMlPerHour ?? 0),
    cost: write.money(figures.cost, figures.currency),
    month: write.money(figures.costPerMonth, figures.currency),
    usual: write.duration(figures.usualS ?? 0),
    ...(isOfRule(kind) && ruleValues(utility, figures, write)),
    ...(isOfPrices(kind) && priceValues(utility, figures, write)),
  });
};

/** The mail's subject and paragraphs. */
export const noticesText = (
  notices: readonly MailedNotice[],
  reader: MailReader,
  origin: string,
): { readonly subject: string; readonly paragraphs: readonly string[] } => {
  const { language } = reader;
  const t = textsIn(language, 'mails', 'notices');
  const told = notices.map((notice) => noticeWords(notice, reader));
  return {
    subject: told.length === 1 ? (told[0]?.subject ?? '') : t('several'),
    paragraphs: [
      ...told.map(({ text }) => text),
      t('look', { link: `${origin}/dashboard` }),
      t('footer', { link: `${origin}/profile#notifications` }),
    ],
  };
};
