/** What the home is told of by itself: water that has not stopped, silent meters, budgets. */
import { hasTrait, type Utility } from '@wattershed/catalogue';
import { addDays } from '@wattershed/domain';
import { textsIn } from '../../../platform/texts.ts';
import type { DeviceState } from '../facts/devices.ts';
import { readDevices } from '../facts/devices.ts';
import { leakOf } from '../facts/leak.ts';
import { dayIn } from '../facts/periods.ts';
import { analyticsLink, dashboardLink, deviceLink, figure, soFarLink } from '../links.ts';
import { deviceName, utilityName } from '../names.ts';
import type { Asking, FoundResult, OwnAnswer } from '../own-answer.ts';
import type { Question } from '../question.ts';
import type { OpenNotice } from '../sources.ts';
import { nothingKnown } from './nothing.ts';
import { capital, deviceText, paragraphs, simulatedNote, together, usageTexts } from './phrases.ts';
import { textColumn } from './use-results.ts';

type AlertsQuestion = Extract<Question, { about: 'alerts' }>;

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
  const shown = textsIn(language, 'notices');
  const { cost, currency } = notice.figures;
  const { utility, leaked, rate } = leakOf(home, notice);
  const money = (name: string): string =>
    write.money(String(notice.figures[name] ?? '0'), String(currency ?? home.currency));
  const phase = notice.endedAt === null ? 'lasts' : 'ended';
  const told = t(`running-${phase}`, {
    name: nameOf(asking, notice),
    since: timeOf(asking, notice.since),
    ended: notice.endedAt === null ? '' : timeOf(asking, notice.endedAt),
    rate: write.rate(utility, rate),
    used: figure(write.amount(utility, leaked), ranLink(asking, notice, utility)),
  });
  const costs = shown(`running.${phase}.cost`, { cost: money('cost'), month: money('costPerMonth') });
  return together(told, cost !== undefined && costs);
};

const silentText = (asking: Asking, notice: OpenNotice): string => {
  const t = usageTexts(asking.language);
  const values = { name: nameOf(asking, notice), since: timeOf(asking, notice.since) };
  return notice.endedAt === null
    ? t('silent-lasts', values)
    : t('silent-ended', { ...values, ended: timeOf(asking, notice.endedAt) });
};

const budgetText = (
  asking: Asking,
  notice: OpenNotice,
  kind: 'budget-course' | 'budget-most' | 'budget-passed',
): string => {
  const { language, write } = asking;
  const { currency, end, ...figures } = notice.figures;
  const money = (name: string): string =>
    write.money(String(figures[name] ?? '0'), String(currency ?? asking.home.currency));
  const text = usageTexts(language)(kind, {
    name: notice.utility === null ? '' : utilityName(language, notice.utility),
    soFar: figure(money('soFar'), soFarLink),
    likely: money('likely'),
    budget: money('budget'),
    end: typeof end === 'string' ? write.day(addDays(end, -1)) : '',
  });
  return capital(text);
};

const noticeText = (asking: Asking, notice: OpenNotice): string => {
  if (notice.kind === 'running-water') return runningText(asking, notice);
  return notice.kind === 'silent-meter' ? silentText(asking, notice) : budgetText(asking, notice, notice.kind);
};

const checkText = ({ language }: Asking, notices: readonly OpenNotice[]): string => {
  const shown = textsIn(language, 'notices');
  return together(
    notices.some(({ kind }) => kind === 'running-water') && shown('running.check'),
    notices.some(({ kind }) => kind === 'silent-meter') && shown('silent.check'),
  );
};

const listOf = (lines: readonly string[]): string =>
  lines.length === 1 ? (lines[0] as string) : lines.map((line) => `- ${line}`).join('\n');

export const noticesResult = (asking: Asking, notices: readonly OpenNotice[]): FoundResult => {
  const { language, home } = asking;
  const t = usageTexts(language);
  const nameIn = ({ device, utility }: OpenNotice): string =>
    (device === null ? utility && capital(utilityName(language, utility)) : deviceName(home, device)) || '–';
  return {
    tool: 'alerts',
    title: t('title-notices'),
    link: dashboardLink,
    table: {
      columns: ['column-notice', 'column-device', 'column-since', 'column-ended'].map((key) =>
        textColumn(t(key as 'column-notice')),
      ),
      rows: notices.map((notice) => [
        t(`notice-${notice.kind}`),
        nameIn(notice),
        timeOf(asking, notice.since),
        notice.endedAt === null ? t('lasts') : timeOf(asking, notice.endedAt),
      ]),
    },
  };
};

const kindsOf: Record<AlertsQuestion['ask'], (notice: OpenNotice) => boolean> = {
  all: () => true,
  leak: ({ kind }) => kind === 'running-water',
  silent: ({ kind }) => kind === 'silent-meter',
};

const noneText = (
  asking: Asking,
  ask: AlertsQuestion['ask'],
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

export const replyToAlerts = async (asking: Asking, { ask }: AlertsQuestion): Promise<OwnAnswer> => {
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
        : listOf(lasting.map((one) => noticeText(asking, one))),
      checkText(asking, lasting),
      pastText,
      simulatedNote(asking, home.kind !== 'home'),
    ),
    results: notices.length === 0 ? [] : [noticesResult(asking, notices)],
  };
};
