/** What the household is told of by itself: water that has not stopped, silent meters, budgets, prepaid money. */
import * as catalogue from '#catalogue/index.ts';
import { hasTrait, isOfMoney, isOfPrices, isOfRule, type Utility } from '#catalogue/index.ts';
import { z } from 'zod';
import { writeDuration } from '#catalogue/duration.ts';
import { textsIn } from '#kernel/texts.ts';
import { addDays } from '#catalogue/local-day.ts';
import type { Asking, FoundResult, OpenNotice, OwnAnswer } from '../asking.ts';
import type { Home } from '../home.ts';
import {
  analyticsLink,
  deviceLink,
  deviceName,
  figure,
  noticesLink,
  paymentsLink,
  rulesLink,
  soFarLink,
} from '../writer.ts';
import type { Intent } from '../intent.ts';
import { leakMeterFacts, oneOf, quantityFacts, rateFacts, shape, toldAmount } from '../tools/facts.ts';
import { createTool } from '../tools/tool.ts';
import { valuesOf, wordsOf } from '#subjects/insight/domain/honest/fault-words.ts';
import { leakWords } from '#subjects/insight/domain/leak-words.ts';
import { type RuleKey, ruleValues, ruleWords } from '#subjects/insight/domain/rules/rule-values.ts';
import { moneyWordsOf, priceValues } from '#subjects/insight/domain/money-words.ts';
import { type DeviceState, readDevices } from './devices.ts';
import { bullets, capital, everything, note, paragraphs, together, type Voice, voiceOf } from '../usage/phrases.ts';
import { whereKnown } from '../usage/reply-about-use.ts';
import { dayIn } from '../usage/periods.ts';
import { tableOf } from '../usage/use-results.ts';
import type { Topic } from '../topic.ts';
import { alerts as alertsRule } from '../understand/rules/usage-rules.ts';

declare module '../intent.ts' {
  interface Intents {
    alerts: { readonly ask: 'all' | 'leak' | 'silent' };
  }
}

interface Leak {
  readonly utility: Utility;
  /** The leak's own amount, in base units: what else was used meanwhile is no part of it. */
  readonly leaked: number;
  /** In the flow's own unit. */
  readonly rate: number;
}

/** A meter whose device is gone is told as of the first that can leak. */
export const leakOf = ({ devices }: Pick<Home, 'devices'>, { device, figures }: OpenNotice): Leak => {
  const of = (name: string): number => Number(figures[name] ?? 0);
  const own = devices.find(({ id, utility }) => id === device && hasTrait(utility, 'canLeak'));
  const utility = own?.utility ?? catalogue.utilityThatLeaks;
  return { utility, leaked: of('leakMl'), rate: of('floorMlPerHour') / catalogue.factsOf(utility).flow.perHour };
};

type AlertsIntent = Intent<'alerts'>;

const noticeTexts = ({ language }: Asking) => textsIn(language, 'notice-texts');
const ruleTexts = ({ language }: Asking) => textsIn(language, 'rules');

// What each notice says, in the words of the Dashboard.

/** What its words are filled with. */
const valuesFor = (voice: Voice, { device, since, endedAt, figures }: OpenNotice) => {
  const { home, write } = voice;
  const money = (name: string): string =>
    write.money(String(figures[name] ?? '0'), String(figures['currency'] ?? home.currency));
  return {
    name: figure(voice.device(device), device && deviceLink(device)),
    since: voice.time(since),
    ended: endedAt === null ? '' : voice.time(endedAt),
    money,
    /** Of a month the digits that the currency has. */
    month: (): string => write.money(Number(figures['costPerMonth']), String(figures['currency'] ?? home.currency)),
    day: write.shortDay(dayIn(home.timeZone)(since)),
    writer: { ...write, duration: (seconds: number) => writeDuration(write.locale, seconds), units: home.units },
  };
};

/** The days in which it ran. */
const ranLink = ({ home }: Asking, { since, endedAt }: OpenNotice, utility: Utility): string => {
  const dayOf = dayIn(home.timeZone);
  const last = endedAt === null ? home.today : dayOf(endedAt);
  const period = { from: dayOf(since), to: addDays(last, 1) };
  return analyticsLink(period, home.today, { utility, room: null }, 'device');
};

export const runningText = (voice: Voice, notice: OpenNotice): string => {
  const { t, write, home } = voice;
  const { utility, leaked, rate } = leakOf(home, notice);
  const { name, since, ended, money } = valuesFor(voice, notice);
  const isOver = notice.endedAt !== null;
  const kind = notice.kind === 'burst' ? 'burst' : 'running-water';
  const told = t(isOver ? 'running-ended' : kind === 'burst' ? 'burst-lasts' : 'running-lasts', {
    name,
    since,
    ended,
    rate: write.rate(utility, rate),
    used: figure(write.amount(utility, leaked), ranLink(voice, notice, utility)),
  });
  const costs = { cost: money('cost'), month: money('costPerMonth') };
  return together(
    told,
    notice.figures['cost'] !== undefined && noticeTexts(voice)(`${leakWords(kind, isOver)}.cost`, costs),
  );
};

const silentText = (voice: Voice, notice: OpenNotice): string => {
  const { name, since, ended } = valuesFor(voice, notice);
  return voice.t(notice.endedAt === null ? 'silent-lasts' : 'silent-ended', { name, since, ended });
};

const checkValues = (voice: Voice, notice: OpenNotice) => {
  const { writer, day } = valuesFor(voice, notice);
  const values = valuesOf(notice.figures, writer, noticeTexts(voice)('doubt.inside'));
  return { words: wordsOf(notice.figures), values: { ...values, since: day } };
};

/** What it says in short, as a whole, and of what it costs. */
const titled = (
  t: (key: never, values: Readonly<Record<string, string>>) => string,
  key: string,
  values: Readonly<Record<string, string>>,
  cost: string | false = false,
): string => together(`${t(`${key}.title` as never, values)}.`, t(`${key}.text` as never, values), cost);

const doubtText = (voice: Voice, notice: OpenNotice): string => {
  const shown = noticeTexts(voice);
  const { words, values } = checkValues(voice, notice);
  const { name, month } = valuesFor(voice, notice);
  const cost = notice.figures['costPerMonth'] !== undefined && shown('doubt.cost', { month: month() });
  return titled(shown, `doubt.${words}`, { ...values, name }, cost);
};

type PriceKind = 'price-peak' | 'block-ahead';
type MoneyKind = Extract<OpenNotice['kind'], `budget-${string}` | 'prepaid-ends'>;

const priceText = (voice: Voice, { utility, figures }: OpenNotice, kind: PriceKind): string => {
  const own = utility ?? catalogue.firstUtility;
  return titled(ruleTexts(voice), kind, { ...priceValues(own, figures, voice.write), name: voice.title(own) });
};

const ruleText = (voice: Voice, notice: OpenNotice): string => {
  const { kind, figures } = notice;
  const { name, day, month, writer } = valuesFor(voice, notice);
  const utility = voice.home.devices.find(({ id }) => id === notice.device)?.utility ?? catalogue.firstUtility;
  const hasCost = figures['costPerMonth'] !== undefined;
  const values = { ...ruleValues(utility, figures, writer), name, since: day, month: hasCost ? month() : '' };
  return titled(ruleTexts(voice), ruleWords(kind, figures), values, hasCost && ruleTexts(voice)('cost', values));
};

const moneyWords = (kind: MoneyKind, { figures }: OpenNotice) => moneyWordsOf(kind, String(figures['soFar'] ?? '0'));

/** The last day of what is paid for. */
const lastDayOf = ({ figures: { end } }: OpenNotice): string | undefined =>
  typeof end === 'string' ? addDays(end, -1) : undefined;

const moneyText = (voice: Voice, notice: OpenNotice, kind: MoneyKind): string => {
  const { write, home } = voice;
  const { money } = valuesFor(voice, notice);
  const { words, soFar } = moneyWords(kind, notice);
  const told = write.money(soFar, String(notice.figures['currency'] ?? home.currency));
  const end = lastDayOf(notice);
  const text = voice.t(words, {
    name: notice.utility === null ? '' : voice.utility(notice.utility),
    soFar: figure(told, kind === 'prepaid-ends' ? paymentsLink : soFarLink),
    likely: money('likely'),
    budget: money('budget'),
    end: end === undefined ? '' : write.day(end),
  });
  return capital(text);
};

const noticeText = (voice: Voice, notice: OpenNotice): string => {
  const { kind } = notice;
  if (catalogue.isLeak(kind)) return runningText(voice, notice);
  if (kind === 'meter-check') return doubtText(voice, notice);
  if (isOfRule(kind)) return ruleText(voice, notice);
  if (isOfPrices(kind)) return priceText(voice, notice, kind);
  return kind === 'silent-meter' ? silentText(voice, notice) : moneyText(voice, notice, kind);
};

/** What is to be done, once of each kind. */
const checkText = (voice: Voice, notices: readonly OpenNotice[]): string => {
  const shown = noticeTexts(voice);
  const has = (wanted: OpenNotice['kind']): boolean => notices.some(({ kind }) => kind === wanted);
  const doubted = notices.find(({ kind }) => kind === 'meter-check');
  const doubt = doubted && { ...checkValues(voice, doubted), name: voice.device(doubted.device) };
  return together(
    has('burst') && shown('burst.check'),
    has('running-water') && shown('running.check'),
    has('silent-meter') && shown('silent.check'),
    doubt && shown(`doubt.${doubt.words}.check`, { ...doubt.values, name: doubt.name }),
  );
};

const kindText = (voice: Voice, notice: OpenNotice): string => {
  const { kind } = notice;
  if (isOfRule(kind) || isOfPrices(kind)) return ruleTexts(voice)(`${kind}.name` as RuleKey);
  return voice.t(`notice-${isOfMoney(kind) ? moneyWords(kind, notice).words : kind}`);
};

/** With that by which it was noticed, as the page of what is watched says it; of money the notice itself says so. */
const lastingText = (voice: Voice, notice: OpenNotice): string => {
  const about = !isOfMoney(notice.kind) && ruleTexts(voice)(`${notice.kind}.about` as RuleKey);
  return together(noticeText(voice, notice), about && voice.t('noticed-by', { about, link: rulesLink }));
};

const noticesResult = (voice: Voice, notices: readonly OpenNotice[]): FoundResult => {
  const { t, home } = voice;
  const nameIn = ({ device, utility }: OpenNotice): string =>
    (device === null ? utility && voice.title(utility) : deviceName(home, device)) || '–';
  return {
    tool: 'alerts',
    title: t('title-notices'),
    link: noticesLink,
    table: tableOf(
      [t('column-notice'), t('column-device'), t('column-since'), t('column-ended')],
      [],
      notices.map((notice) => [
        kindText(voice, notice),
        nameIn(notice),
        voice.time(notice.since),
        notice.endedAt === null ? t('lasts') : voice.time(notice.endedAt),
      ]),
    ),
  };
};

const kindsOf: Record<AlertsIntent['ask'], (notice: OpenNotice) => boolean> = {
  all: () => true,
  leak: ({ kind }) => catalogue.isLeak(kind) || kind === 'slow-leak',
  silent: ({ kind }) => kind === 'silent-meter',
};

const noneText = (
  { t }: Voice,
  ask: AlertsIntent['ask'],
  hasPast: boolean,
  devices: readonly DeviceState[],
): string => {
  if (ask === 'all') return t('notices-none');
  if (ask === 'silent') return t('silent-none');
  const leaking = devices.filter(({ utility }) => hasTrait(utility, 'canLeak'));
  if (leaking.length === 0) return t('running-unmeasured');
  const isUnseen = leaking.some(({ isSilent, lastAt }) => isSilent || lastAt === null);
  return together(t(hasPast ? 'running-none-now' : 'running-none'), isUnseen && t('running-unseen'));
};

const replyToAlerts = async (voice: Voice, { ask }: AlertsIntent): Promise<OwnAnswer> => {
  const [all, devices] = await Promise.all([voice.sources.notices(), readDevices(voice)]);
  const notices = all.filter(kindsOf[ask]);
  const past = notices.filter(({ endedAt }) => endedAt !== null).map((one) => noticeText(voice, one));
  const lasting = notices.filter(({ endedAt }) => endedAt === null);
  const [first, ...others] = lasting.map((one) => lastingText(voice, one));
  const now = first ?? noneText(voice, ask, past.length > 0, devices);
  return {
    text: paragraphs(
      others.length === 0 ? now : bullets([now, ...others]),
      checkText(voice, lasting),
      past.length > 0 && `${voice.t('notices-past')}\n\n${bullets(past)}`,
      note(voice.simulated()),
    ),
    results: notices.length === 0 ? [] : [noticesResult(voice, notices)],
  };
};

const moneyKeys = ['cost', 'costPerMonth', 'budget', 'soFar', 'likely'] as const;
type MoneyKey = (typeof moneyKeys)[number];
const noticeShape = z.strictObject({
  kind: z.enum(catalogue.noticeKindIds),
  ...oneOf(['device', 'noticedBy', 'said'] as const, z.string()),
  since: z.string(),
  ended: z.string(),
  dismissed: z.boolean().optional(),
  leak_so_far: shape.quantity.optional(),
  leak_rate: shape.rate.optional(),
  utility: z.enum(catalogue.utilityIds).nullish(),
  ...oneOf(moneyKeys, shape.money),
  until: z.iso.date().optional(),
  prepaid_left: shape.money.optional(),
  runs_out_on: z.iso.date().optional(),
});
type NoticeFacts = z.output<typeof noticeShape>;

const moneyFacts = (
  { write, home }: Asking,
  { figures }: OpenNotice,
  ...keys: readonly MoneyKey[]
): Pick<NoticeFacts, MoneyKey> => {
  const currency = String(figures['currency'] ?? home.currency);
  const known = keys.filter((key) => figures[key] !== undefined);
  return Object.fromEntries(known.map((key) => [key, toldAmount(write, String(figures[key]), currency)]));
};

/** What its kind alone tells. */
const kindFacts = (voice: Voice, notice: OpenNotice): Partial<NoticeFacts> => {
  const { kind, utility } = notice;
  if (catalogue.isLeak(kind)) {
    const { utility: leaking, leaked, rate } = leakOf(voice.home, notice);
    return {
      leak_so_far: quantityFacts(voice, leaking, leaked),
      leak_rate: rateFacts(voice, leaking, { rate, within: 0 }),
      ...moneyFacts(voice, notice, 'cost', 'costPerMonth'),
    };
  }
  // What is prepaid is told as what is left of it, below nothing what is owed: it is no amount that was spent.
  if (kind === 'prepaid-ends') {
    const { soFar } = moneyFacts(voice, notice, 'soFar');
    return { utility, prepaid_left: soFar, runs_out_on: lastDayOf(notice) };
  }
  if (isOfMoney(kind))
    return { utility, ...moneyFacts(voice, notice, 'budget', 'soFar', 'likely'), until: lastDayOf(notice) };
  if (isOfPrices(kind)) return { said: noticeText(voice, notice) };
  return isOfRule(kind) || kind === 'meter-check'
    ? { said: noticeText(voice, notice), ...moneyFacts(voice, notice, 'costPerMonth') }
    : {};
};

const noticeFacts = (voice: Voice, notice: OpenNotice): NoticeFacts => {
  const { kind, device, since, endedAt, isDismissed } = notice;
  return {
    kind,
    ...(device !== null && { device: deviceName(voice.home, device) }),
    since: voice.time(since),
    ended: endedAt === null ? 'not yet' : voice.time(endedAt),
    ...(isDismissed && { dismissed: true }),
    ...(!isOfMoney(kind) && { noticedBy: textsIn('en', 'rules')(`${kind}.about` as RuleKey) }),
    ...kindFacts(voice, notice),
  };
};

const alertsTool = createTool({
  name: 'alerts',
  tool: 'alerts',
  description:
    'Notices of the household, those that last and those of the last 30 days: water that gushes (a possible burst) or has not stopped (a possible leak), silent meters, meters that count wrongly, budgets that are in danger or passed, prepaid money that ends.',
  args: {},
  facts: z.strictObject({ ...shape.leakMeters, notices: z.array(noticeShape) }),
  run: async (asking) => {
    const voice = voiceOf(asking);
    const notices = await asking.sources.notices();
    return {
      facts: { ...leakMeterFacts(asking), notices: notices.map((notice) => noticeFacts(voice, notice)) },
      result: noticesResult(voice, notices),
    };
  },
});

export const alertsTopic: Topic<'alerts'> = {
  about: 'alerts',
  rule: alertsRule,
  tells: 'state',
  takes: 'alerts strange silent last today why',
  takesFor: {
    leak: 'sinceWhen isOn leak waste water alerts strange now kind:tap kind:toilet kind:shower kind:sprinkler',
    silent: 'sends negation device meter',
  },
  next: ['now', 'silent', 'tips'],
  tools: [alertsTool],
  reply: whereKnown(() => everything, replyToAlerts),
};
