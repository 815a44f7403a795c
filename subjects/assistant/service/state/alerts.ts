/** What the household is told of by itself: water that has not stopped, silent meters, budgets, prepaid money. */
import {
  factsOf,
  firstUtility,
  hasTrait,
  isLeak,
  isOfMoney,
  isOfPrices,
  isOfRule,
  noticeKindIds,
  type Utility,
  utilityIds,
  utilityThatLeaks,
} from '#catalogue/index.ts';
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
  utilityName,
} from '../writer.ts';
import type { Intent } from '../intent.ts';
import { leakMeterFacts, oneOf, quantityFacts, rateFacts, shape, toldAmount } from '../tools/facts.ts';
import { createTool } from '../tools/tool.ts';
import { valuesOf, wordsOf } from '#subjects/insight/domain/honest/fault-words.ts';
import { leakWords } from '#subjects/insight/domain/leak-words.ts';
import { type RuleKey, ruleValues, ruleWords } from '#subjects/insight/domain/rules/rule-values.ts';
import { moneyWordsOf, priceValues } from '#subjects/insight/domain/money-words.ts';
import { type DeviceState, readDevices } from './devices.ts';
import {
  capital,
  deviceText,
  nothingKnown,
  paragraphs,
  simulatedNote,
  together,
  usageTexts,
} from '../usage/phrases.ts';
import { dayIn } from '../usage/periods.ts';
import { textColumn } from '../usage/use-results.ts';
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
  /** All of it. */
  readonly used: number;
  /** In the flow's own unit. */
  readonly rate: number;
}

/** A meter whose device is gone is told as of the first that can leak. */
export const leakOf = ({ devices }: Pick<Home, 'devices'>, { device, figures }: OpenNotice): Leak => {
  const of = (name: string): number => Number(figures[name] ?? 0);
  const own = devices.find(({ id, utility }) => id === device && hasTrait(utility, 'canLeak'));
  const utility = own?.utility ?? utilityThatLeaks;
  const rate = of('floorMlPerHour') / factsOf(utility).flow.perHour;
  return { utility, leaked: of('leakMl'), used: of('usedMl'), rate };
};

/** Whether anything measures what can leak. */
export const measuresLeaks = ({ devices }: Pick<Home, 'devices'>): boolean =>
  devices.some(({ utility }) => hasTrait(utility, 'canLeak'));

type AlertsIntent = Intent<'alerts'>;
const nameOf = (asking: Asking, { device }: OpenNotice): string =>
  figure(deviceText(asking, device), device && deviceLink(device));

const timeOf = ({ write }: Asking, at: string): string => write.dateTime(Date.parse(at));

/** The days in which it ran. */
const ranLink = ({ home }: Asking, { since, endedAt }: OpenNotice, utility: Utility): string => {
  const dayOf = dayIn(home.timeZone);
  const last = endedAt === null ? home.today : dayOf(endedAt);
  const period = { from: dayOf(since), to: addDays(last, 1) };
  return analyticsLink(period, home.today, { utility, room: null }, 'device');
};

export const runningText = (asking: Asking, notice: OpenNotice): string => {
  const { language, write, home } = asking;
  const t = usageTexts(language);
  const shown = textsIn(language, 'notice-texts');
  const { cost, currency } = notice.figures;
  const { utility, leaked, rate } = leakOf(home, notice);
  const money = (name: string): string =>
    write.money(String(notice.figures[name] ?? '0'), String(currency ?? home.currency));
  const isOver = notice.endedAt !== null;
  const kind = notice.kind === 'burst' ? 'burst' : 'running-water';
  const told = t(isOver ? 'running-ended' : kind === 'burst' ? 'burst-lasts' : 'running-lasts', {
    name: nameOf(asking, notice),
    since: timeOf(asking, notice.since),
    ended: notice.endedAt === null ? '' : timeOf(asking, notice.endedAt),
    rate: write.rate(utility, rate),
    used: figure(write.amount(utility, leaked), ranLink(asking, notice, utility)),
  });
  const costs = shown(`${leakWords(kind, isOver)}.cost`, { cost: money('cost'), month: money('costPerMonth') });
  return together(told, cost !== undefined && costs);
};

const silentText = (asking: Asking, notice: OpenNotice): string => {
  const t = usageTexts(asking.language);
  const values = { name: nameOf(asking, notice), since: timeOf(asking, notice.since) };
  return notice.endedAt === null
    ? t('silent-lasts', values)
    : t('silent-ended', { ...values, ended: timeOf(asking, notice.endedAt) });
};

const checkValues = (asking: Asking, { since, figures }: OpenNotice) => {
  const shown = textsIn(asking.language, 'notice-texts');
  const words = wordsOf(figures);
  const writer = { ...asking.write, duration: (seconds: number) => writeDuration(asking.write.locale, seconds) };
  const day = asking.write.shortDay(dayIn(asking.home.timeZone)(since));
  return { words, values: { ...valuesOf(figures, writer, shown('doubt.inside')), since: day } };
};

/** As the Dashboard says it. */
const doubtText = (asking: Asking, notice: OpenNotice): string => {
  const { language, write, home } = asking;
  const shown = textsIn(language, 'notice-texts');
  const { words, values } = checkValues(asking, notice);
  const { costPerMonth, currency } = notice.figures;
  const named = { ...values, name: nameOf(asking, notice) };
  const month =
    costPerMonth === undefined ? null : write.money(Number(costPerMonth), String(currency ?? home.currency));
  return together(
    `${shown(`doubt.${words}.title`, named)}.`,
    shown(`doubt.${words}.text`, named),
    month !== null && shown('doubt.cost', { month }),
  );
};

type PriceKind = 'price-peak' | 'block-ahead';
type MoneyKind = Extract<OpenNotice['kind'], `budget-${string}` | 'prepaid-ends'>;

/** As the Dashboard says it. */
const priceText = ({ language, write }: Asking, { utility, figures }: OpenNotice, kind: PriceKind): string => {
  const said = textsIn(language, 'rules', kind);
  const own = utility ?? firstUtility;
  const values = { ...priceValues(own, figures, write), name: capital(utilityName(language, own)) };
  return together(`${said('title', values)}.`, said('text', values));
};

/** As the Dashboard says it. */
const ruleText = (asking: Asking, notice: OpenNotice): string => {
  const { language, write, home } = asking;
  const { kind, since, figures } = notice;
  const words = textsIn(language, 'rules');
  const { costPerMonth, currency } = figures;
  const utility = home.devices.find(({ id }) => id === notice.device)?.utility ?? firstUtility;
  const writer = {
    ...write,
    duration: (seconds: number) => writeDuration(write.locale, seconds),
    units: home.units,
  };
  const values = {
    ...ruleValues(utility, figures, writer),
    name: nameOf(asking, notice),
    since: write.shortDay(dayIn(home.timeZone)(since)),
    month: costPerMonth === undefined ? '' : write.money(Number(costPerMonth), String(currency ?? home.currency)),
  };
  const said = ruleWords(kind, figures);
  return together(
    `${words(`${said}.title` as RuleKey, values)}.`,
    words(`${said}.text` as RuleKey, values),
    costPerMonth !== undefined && words('cost', values),
  );
};

const moneyWords = (kind: MoneyKind, { figures }: OpenNotice) => moneyWordsOf(kind, String(figures['soFar'] ?? '0'));

const moneyText = (asking: Asking, notice: OpenNotice, kind: MoneyKind): string => {
  const { language, write } = asking;
  const { currency, end, ...figures } = notice.figures;
  const money = (amount: string | number = '0'): string =>
    write.money(String(amount), String(currency ?? asking.home.currency));
  const { words, soFar } = moneyWords(kind, notice);
  const text = usageTexts(language)(words, {
    name: notice.utility === null ? '' : utilityName(language, notice.utility),
    soFar: figure(money(soFar), kind === 'prepaid-ends' ? paymentsLink : soFarLink),
    likely: money(figures['likely']),
    budget: money(figures['budget']),
    end: typeof end === 'string' ? write.day(addDays(end, -1)) : '',
  });
  return capital(text);
};

const noticeText = (asking: Asking, notice: OpenNotice): string => {
  if (isLeak(notice.kind)) return runningText(asking, notice);
  if (notice.kind === 'meter-check') return doubtText(asking, notice);
  if (isOfRule(notice.kind)) return ruleText(asking, notice);
  if (isOfPrices(notice.kind)) return priceText(asking, notice, notice.kind);
  return notice.kind === 'silent-meter' ? silentText(asking, notice) : moneyText(asking, notice, notice.kind);
};

const checkText = (asking: Asking, notices: readonly OpenNotice[]): string => {
  const shown = textsIn(asking.language, 'notice-texts');
  const [doubted] = notices.filter(({ kind }) => kind === 'meter-check');
  const doubt = doubted && checkValues(asking, doubted);
  return together(
    notices.some(({ kind }) => kind === 'burst') && shown('burst.check'),
    notices.some(({ kind }) => kind === 'running-water') && shown('running.check'),
    notices.some(({ kind }) => kind === 'silent-meter') && shown('silent.check'),
    doubt !== undefined &&
      shown(`doubt.${doubt.words}.check`, { ...doubt.values, name: deviceText(asking, doubted?.device ?? null) }),
  );
};

const kindText = ({ language }: Asking, notice: OpenNotice): string => {
  const { kind } = notice;
  if (isOfRule(kind) || isOfPrices(kind)) return textsIn(language, 'rules')(`${kind}.name` as RuleKey);
  return usageTexts(language)(`notice-${isOfMoney(kind) ? moneyWords(kind, notice).words : kind}`);
};

/** By what it was noticed, as the page of what is watched says it; of money the notice itself says so. */
const whyText = ({ language }: Asking, { kind }: OpenNotice): string => {
  if (isOfMoney(kind)) return '';
  const about = textsIn(language, 'rules')(`${kind}.about` as RuleKey);
  return usageTexts(language)('noticed-by', { about, link: rulesLink });
};

const lastingText = (asking: Asking, notice: OpenNotice): string =>
  together(noticeText(asking, notice), whyText(asking, notice));

const listOf = (lines: readonly string[]): string =>
  lines.length === 1 ? (lines[0] as string) : lines.map((line) => `- ${line}`).join('\n');

const noticesResult = (asking: Asking, notices: readonly OpenNotice[]): FoundResult => {
  const { language, home } = asking;
  const t = usageTexts(language);
  const nameIn = ({ device, utility }: OpenNotice): string =>
    (device === null ? utility && capital(utilityName(language, utility)) : deviceName(home, device)) || '–';
  return {
    tool: 'alerts',
    title: t('title-notices'),
    link: noticesLink,
    table: {
      columns: ['column-notice', 'column-device', 'column-since', 'column-ended'].map((key) =>
        textColumn(t(key as 'column-notice')),
      ),
      rows: notices.map((notice) => [
        kindText(asking, notice),
        nameIn(notice),
        timeOf(asking, notice.since),
        notice.endedAt === null ? t('lasts') : timeOf(asking, notice.endedAt),
      ]),
    },
  };
};

const kindsOf: Record<AlertsIntent['ask'], (notice: OpenNotice) => boolean> = {
  all: () => true,
  leak: ({ kind }) => isLeak(kind) || kind === 'slow-leak',
  silent: ({ kind }) => kind === 'silent-meter',
};

const noneText = (
  asking: Asking,
  ask: AlertsIntent['ask'],
  past: readonly OpenNotice[],
  devices: readonly DeviceState[],
): string => {
  const t = usageTexts(asking.language);
  if (ask === 'all') return t('notices-none');
  if (ask === 'silent') return t('silent-none');
  const leaking = devices.filter(({ utility }) => hasTrait(utility, 'canLeak'));
  if (leaking.length === 0) return t('running-unmeasured');
  const isUnseen = leaking.some(({ isSilent, lastAt }) => isSilent || lastAt === null);
  return together(t(past.length === 0 ? 'running-none' : 'running-none-now'), isUnseen && t('running-unseen'));
};

const replyToAlerts = async (asking: Asking, { ask }: AlertsIntent): Promise<OwnAnswer> => {
  const { home, language, sources } = asking;
  const nothing = nothingKnown(asking, { utility: null, room: null, device: null });
  if (nothing !== null) return nothing;
  const [all, devices] = await Promise.all([
    sources.notices(),
    readDevices(asking, { ask: 'list', room: null, utility: null }),
  ]);
  const notices = all.filter(kindsOf[ask]);
  const lasting = notices.filter(({ endedAt }) => endedAt === null);
  const past = notices.filter(({ endedAt }) => endedAt !== null);
  const pastText =
    past.length === 0
      ? null
      : `${usageTexts(language)('notices-past')}\n\n${past.map((one) => `- ${noticeText(asking, one)}`).join('\n')}`;
  return {
    text: paragraphs(
      lasting.length === 0
        ? noneText(asking, ask, past, devices)
        : listOf(lasting.map((one) => lastingText(asking, one))),
      checkText(asking, lasting),
      pastText,
      simulatedNote(asking, home.kind !== 'home'),
    ),
    results: notices.length === 0 ? [] : [noticesResult(asking, notices)],
  };
};

const moneyKeys = ['cost', 'costPerMonth', 'budget', 'soFar', 'likely'] as const;
type MoneyKey = (typeof moneyKeys)[number];
const noticeShape = z.strictObject({
  kind: z.enum(noticeKindIds),
  ...oneOf(['device', 'noticedBy', 'said'] as const, z.string()),
  since: z.string(),
  ended: z.string(),
  dismissed: z.boolean().optional(),
  leak_so_far: shape.quantity.optional(),
  leak_rate: shape.rate.optional(),
  utility: z.enum(utilityIds).nullish(),
  ...oneOf(moneyKeys, shape.money),
  until: z.iso.date().optional(),
  prepaid_left: shape.money.optional(),
  runs_out_on: z.iso.date().optional(),
});
type NoticeFacts = z.output<typeof noticeShape>;

const moneyFacts = (
  { write, home }: Asking,
  { figures }: OpenNotice,
  keys: readonly MoneyKey[],
): Pick<NoticeFacts, MoneyKey> => {
  const currency = String(figures['currency'] ?? home.currency);
  const told = keys.flatMap((key) =>
    figures[key] === undefined ? [] : [[key, toldAmount(write, String(figures[key]), currency)]],
  );
  return Object.fromEntries(told) as Pick<NoticeFacts, MoneyKey>;
};

const runningFacts = (asking: Asking, notice: OpenNotice): Partial<NoticeFacts> => {
  const { utility, leaked, rate } = leakOf(asking.home, notice);
  return {
    leak_so_far: quantityFacts(asking, utility, leaked),
    leak_rate: rateFacts(asking, utility, { rate, within: 0 }),
    ...moneyFacts(asking, notice, ['cost', 'costPerMonth']),
  };
};

/** What is prepaid is told as what is left of it, below nothing what is owed: it is no amount that was spent. */
const moneyNoticeFacts = (asking: Asking, notice: OpenNotice): Partial<NoticeFacts> => {
  const { kind, utility, figures } = notice;
  const { end } = figures;
  const until = typeof end === 'string' ? addDays(end, -1) : undefined;
  if (kind === 'prepaid-ends') {
    const { soFar } = moneyFacts(asking, notice, ['soFar']);
    return { utility, prepaid_left: soFar, runs_out_on: until };
  }
  return { utility, ...moneyFacts(asking, notice, ['budget', 'soFar', 'likely']), until };
};

/** As the Dashboard says it. */
const saidFacts = (asking: Asking, notice: OpenNotice, said: string): Partial<NoticeFacts> => ({
  said,
  ...moneyFacts(asking, notice, ['costPerMonth']),
});

const noticeFacts = (asking: Asking, notice: OpenNotice): NoticeFacts => {
  const { kind, device, since, endedAt, isDismissed } = notice;
  const { home, write } = asking;
  return {
    kind,
    ...(device !== null && { device: deviceName(home, device) }),
    since: write.dateTime(Date.parse(since)),
    ended: endedAt === null ? 'not yet' : write.dateTime(Date.parse(endedAt)),
    ...(isDismissed && { dismissed: true }),
    ...(!isOfMoney(kind) && { noticedBy: textsIn('en', 'rules')(`${kind}.about` as RuleKey) }),
    ...(isOfRule(kind) && saidFacts(asking, notice, ruleText(asking, notice))),
    ...(kind === 'meter-check' && saidFacts(asking, notice, doubtText(asking, notice))),
    ...(isOfPrices(kind) && { said: priceText(asking, notice, kind) }),
    ...(isLeak(kind) && runningFacts(asking, notice)),
    ...(isOfMoney(kind) && moneyNoticeFacts(asking, notice)),
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
    const notices = await asking.sources.notices();
    return {
      facts: { ...leakMeterFacts(asking), notices: notices.map((notice) => noticeFacts(asking, notice)) },
      result: noticesResult(asking, notices),
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
  reply: replyToAlerts,
};
