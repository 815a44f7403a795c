import { useQuery } from '@tanstack/react-query';
import { ChartLine, DoorClosed, Droplets, type LucideIcon, ReceiptText, Scale, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  firstUtility,
  isLeak,
  isOfMoney,
  isOfPrices,
  isOfRule,
  noticeFacts,
  type NoticeGroup,
  utilityThatLeaks,
} from '#catalogue/index.ts';
import { useFormat, useHousehold, useHouseholdId } from '#shell/household/household.ts';
import { latestQuery } from '#shell/household/latest-usage.ts';
import { type Format, regionalOf } from '#shell/text/format.ts';
import { leakText } from '#shell/text/leak-text.ts';
import { valuesOf, wordsOf } from '#subjects/insight/domain/honest/fault-words.ts';
import { leakWords } from '#subjects/insight/domain/leak-words.ts';
import { moneyWordsOf, priceValues } from '#subjects/insight/domain/money-words.ts';
import { localDayOf } from '#shell/text/local-day.ts';
import type { HouseholdNotice } from '#supabase/tables/index.ts';
import { useMeterName } from './meter-name.ts';
import { ruleWriter, useRuleText } from './rule-text.ts';

interface NoticeText {
  title: string;
  /** Since when, and how much. */
  text: string;
  check: string;
  /** Where one sees why. */
  href: string;
}

const dayMs = 86_400_000;
const lastDay = { timeZone: 'UTC', day: 'numeric', month: 'short' } as const;

/** A notice in words. */
export function useNoticeText(): (notice: HouseholdNotice) => NoticeText {
  const { t } = useTranslation('notice-texts');
  const format = useFormat();
  const meterName = useMeterName();
  const householdId = useHouseholdId();
  const { data: latest } = useQuery({ ...latestQuery(householdId), enabled: householdId !== undefined });
  const { timeZone } = regionalOf(useHousehold().data);
  const budgetText = useBudgetText();
  const { textOf: ruleText } = useRuleText();
  return (notice) => {
    const { id, kind, meter_id: meterId, since, ended_at: endedAt, figures } = notice;
    if (meterId === null) return budgetText(notice);
    const meter = latest?.meters.find((one) => one.meterId === String(meterId));
    const phase = endedAt === null ? 'lasts' : 'ended';
    const times = {
      name: meterName(meter),
      since: format.dateTime(Date.parse(since)),
      ended: endedAt === null ? '' : format.dateTime(Date.parse(endedAt)),
      duration: lengthOf(notice, format),
    };
    if (isLeak(kind)) {
      const { cost, ...leak } = leakText(figures, format);
      const words = leakWords(kind, endedAt !== null);
      const costs = cost && t(`${words}.cost`, { cost: cost.soFar, month: cost.month });
      const day = localDayOf(Date.parse(since), timeZone);
      return {
        title: t(`${words}.title`, times),
        text: [t(`${words}.text`, { ...times, ...leak }), costs].filter(Boolean).join(' '),
        check: t(kind === 'burst' ? 'burst.check' : 'running.check'),
        href: `/analytics?period=day&at=${day}&compare=none&utility=${utilityThatLeaks}&leak=${id}`,
      };
    }
    if (isOfRule(kind)) {
      const said = ruleText(kind, {
        meterId: String(meterId),
        name: times.name,
        since: Date.parse(since) / 1000,
        figures,
      });
      return { ...said, href: meter === undefined ? '/devices' : `/devices#device-${meter.deviceId}` };
    }
    if (kind === 'meter-check') {
      const words = wordsOf(figures);
      const values = {
        ...times,
        ...valuesOf(figures, format, t('doubt.inside')),
        since: format.shortDay(Date.parse(since)),
      };
      const month = figures.costPerMonth && format.moneyIn(figures.currency ?? null, Number(figures.costPerMonth));
      return {
        title: t(`doubt.${words}.title`, values),
        text: [t(`doubt.${words}.text`, values), month && t('doubt.cost', { month })].filter(Boolean).join(' '),
        check: t(`doubt.${words}.check`, values),
        href: meter === undefined ? '/devices' : `/devices#device-${meter.deviceId}`,
      };
    }
    return {
      title: t(`silent.${phase}.title`, times),
      text: t(`silent.${phase}.text`, { ...times, usual: format.duration(figures.usualS ?? 0) }),
      check: t('silent.check'),
      href: meter === undefined ? '/devices' : `/devices#device-${meter.deviceId}`,
    };
  };
}

/** How long what is over lasted. */
function lengthOf({ since, ended_at: endedAt }: HouseholdNotice, format: Format): string {
  return endedAt === null ? '' : format.duration((Date.parse(endedAt) - Date.parse(since)) / 1000);
}

function useBudgetText(): (notice: HouseholdNotice) => NoticeText {
  const { t } = useTranslation('notice-texts');
  const format = useFormat();
  const { sayPrices } = useRuleText();
  return ({ kind, utility, figures }) => {
    if (!isOfMoney(kind)) throw new Error('no budget');
    const name = t(`budget.${utility ?? firstUtility}`);
    if (isOfPrices(kind)) {
      const values = { ...priceValues(utility ?? firstUtility, figures, ruleWriter(format)), name };
      return { ...sayPrices(kind, values), href: '/billing' };
    }
    const money = (amount = '0') => format.moneyIn(figures.currency ?? null, Number(amount));
    const { words, soFar } = moneyWordsOf(kind, figures.soFar);
    const values = {
      name,
      budget: money(figures.budget),
      soFar: money(soFar),
      likely: money(figures.likely),
      end: figures.end === undefined ? '' : format.date(new Date(Date.parse(figures.end) - dayMs), lastDay),
    };
    return {
      title: t(`budget.${words}.title`, values),
      text: t(`budget.${words}.text`, values),
      check: t(kind === 'prepaid-ends' ? 'budget.topUp' : 'budget.check'),
      href: kind === 'prepaid-ends' ? '/billing#payments' : '/billing',
    };
  };
}

const icons: Record<NoticeGroup, LucideIcon> = {
  water: Droplets,
  silent: WifiOff,
  meters: Scale,
  use: ChartLine,
  house: DoorClosed,
  budgets: ReceiptText,
};

export function NoticeIcon({ kind, className }: { kind: HouseholdNotice['kind']; className: string }) {
  const Icon = icons[noticeFacts(kind).group];
  return <Icon className={className} aria-hidden />;
}
