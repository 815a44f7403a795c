import type { HouseholdNotice } from '@wattershed/database';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDevices } from '../../platform/connected-devices.ts';
import { useFormat, useHouseholdId } from '../../platform/household.ts';
import { latestQuery } from '../../platform/latest-usage.ts';
import { useRoomName } from '../../platform/room-name.ts';

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
  return ({ kind, meter_id: meterId, utility, since, ended_at: endedAt, figures }) => {
    if (kind !== 'running-water' && kind !== 'silent-meter') {
      const money = (amount = '0') => format.moneyIn(figures.currency ?? null, Number(amount));
      const words = {
        name: t(`budget.${utility ?? 'electricity'}`),
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
    const device = devices.find(({ id }) => id === meter?.deviceId);
    const name = device?.name ?? (meter === undefined ? t('someMeter') : roomName(meter.room));
    const times = {
      name,
      since: format.dateTime(Date.parse(since)),
      ended: endedAt === null ? '' : format.dateTime(Date.parse(endedAt)),
    };
    const phase = endedAt === null ? 'lasts' : 'ended';
    if (kind === 'running-water') {
      const used = format.volume(figures.usedMl ?? 0).text;
      const lowest = format.volume(figures.lowestMlPerHour ?? 0).text;
      return {
        title: t(`running.${phase}.title`, times),
        text: t(`running.${phase}.text`, { ...times, used, lowest }),
        check: t('running.check'),
        href: '/analytics?period=day&utility=water&by=device',
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
