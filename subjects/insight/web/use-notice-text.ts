import { firstUtility, utilityThatLeaks, rateOver } from '#catalogue/index.ts';
import type { HouseholdNotice } from '#supabase/tables/index.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDevices } from '#shell/household/connected-devices.ts';
import { regionalOf } from '#shell/text/format.ts';
import { useFormat, useHousehold, useHouseholdId } from '#shell/household/household.ts';
import { latestQuery } from '#shell/household/latest-usage.ts';
import { localDayOf } from '#shell/text/local-day.ts';
import { useRoomName } from '#shell/household/room-name.ts';

export interface NoticeText {
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
  const { t } = useTranslation('notices');
  const format = useFormat();
  const roomName = useRoomName();
  const householdId = useHouseholdId();
  const { data: latest } = useQuery({ ...latestQuery(householdId), enabled: householdId !== undefined });
  const { data: devices = [] } = useDevices();
  const { timeZone } = regionalOf(useHousehold().data);
  return ({ id, kind, meter_id: meterId, utility, since, ended_at: endedAt, figures }) => {
    if (kind !== 'running-water' && kind !== 'silent-meter') {
      const money = (amount = '0') => format.moneyIn(figures.currency ?? null, Number(amount));
      const words = {
        name: t(`budget.${utility ?? firstUtility}`),
        budget: money(figures.budget),
        soFar: money(figures.soFar),
        likely: money(figures.likely),
        end: figures.end === undefined ? '' : format.date(new Date(Date.parse(figures.end) - dayMs), lastDay),
      };
      return {
        title: t(`budget.${kind}.title`, words),
        text: t(`budget.${kind}.text`, words),
        check: t('budget.check'),
        href: '/billing',
      };
    }
    const meter = latest?.meters.find((one) => one.meterId === String(meterId));
    const device = devices.find((one) => one.id === meter?.deviceId);
    const name = device?.name ?? (meter === undefined ? t('someMeter') : roomName(meter.room));
    const times = {
      name,
      since: format.dateTime(Date.parse(since)),
      ended: endedAt === null ? '' : format.dateTime(Date.parse(endedAt)),
    };
    const phase = endedAt === null ? 'lasts' : 'ended';
    if (kind === 'running-water') {
      const { floorMlPerHour = 0, leakMl = 0, cost, costPerMonth, currency = null } = figures;
      const words = {
        ...times,
        rate: format.rate(utilityThatLeaks, rateOver(utilityThatLeaks, floorMlPerHour, 3_600_000)).text,
        leak: format.amount(utilityThatLeaks, leakMl).text,
      };
      const money = (amount = '0') => format.moneyIn(currency, Number(amount));
      const costs = t(`running.${phase}.cost`, { cost: money(cost), month: money(costPerMonth) });
      const day = localDayOf(Date.parse(since), timeZone);
      return {
        title: t(`running.${phase}.title`, times),
        text: [t(`running.${phase}.text`, words), ...(cost === undefined ? [] : [costs])].join(' '),
        check: t('running.check'),
        href: `/analytics?period=day&at=${day}&compare=none&utility=${utilityThatLeaks}&leak=${id}`,
      };
    }
    return {
      title: t(`silent.${phase}.title`, times),
      text: t(`silent.${phase}.text`, { ...times, usual: format.duration(figures.usualS ?? 0) }),
      check: t('silent.check'),
      href: device === undefined ? '/devices' : `/devices#device-${device.id}`,
    };
  };
}
