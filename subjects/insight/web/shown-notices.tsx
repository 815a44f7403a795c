import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Droplets, ReceiptText, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { firstUtility, rateOver, utilityThatLeaks } from '#catalogue/index.ts';
import { askTables, TableError } from '#shell/data/tables.ts';
import { useDevices } from '#shell/household/connected-devices.ts';
import { noticesQuery } from '#shell/household/household-notices.ts';
import { useFormat, useHousehold, useHouseholdId } from '#shell/household/household.ts';
import { latestQuery } from '#shell/household/latest-usage.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { regionalOf } from '#shell/text/format.ts';
import { localDayOf } from '#shell/text/local-day.ts';
import { notify, notifyWithAction } from '#shell/ui/notices/notice.ts';
import type { HouseholdNotice } from '#supabase/tables/index.ts';

/** Of these, what nobody dismissed. */
export function openNotices(notices: readonly HouseholdNotice[]): HouseholdNotice[] {
  return lastingNotices(notices).filter(({ dismissed_at: dismissedAt }) => dismissedAt === null);
}

const historyMs = 30 * 86_400_000;

/** Everything that lasts, dismissed or not, and what ended in the last thirty days. */
export function noticeHistory(notices: readonly HouseholdNotice[], now: number) {
  return {
    lasting: lastingNotices(notices),
    past: notices.filter(({ ended_at: endedAt }) => endedAt !== null && now - Date.parse(endedAt) < historyMs),
  };
}

const urgency: Record<HouseholdNotice['kind'], number> = {
  'running-water': 0,
  'budget-passed': 1,
  'silent-meter': 2,
  'budget-most': 3,
  'budget-course': 4,
};

/** What lasts, the most urgent first, the latest of a kind first. */
function lastingNotices(notices: readonly HouseholdNotice[]): HouseholdNotice[] {
  return notices
    .filter(({ ended_at: endedAt }) => endedAt === null)
    .sort((a, b) => urgency[a.kind] - urgency[b.kind] || Date.parse(b.since) - Date.parse(a.since));
}

// A notice in words.

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

const icons = {
  'running-water': Droplets,
  'silent-meter': WifiOff,
  'budget-course': ReceiptText,
  'budget-most': ReceiptText,
  'budget-passed': ReceiptText,
};

export function NoticeIcon({ kind, className }: { kind: HouseholdNotice['kind']; className: string }) {
  const Icon = icons[kind];
  return <Icon className={className} aria-hidden />;
}

// Notices that are taken off the page.

interface Change {
  notice: HouseholdNotice;
  dismissed: boolean;
}

const changes = ['notice-changes'];

/** Takes a notice off the page at once, offers to take that back, and puts it back when it could not be kept. */
export function useDismissNotice(): (notice: HouseholdNotice, dismissed: boolean) => void {
  const { t } = useTranslation(['notices', 'errors']);
  const queries = useQueryClient();
  const show = ({ notice, dismissed }: Change) =>
    queries.setQueryData(noticesQuery(notice.household_id).queryKey, (notices) =>
      notices?.map((one) =>
        one.id === notice.id ? { ...one, dismissed_at: dismissed ? new Date().toISOString() : null } : one,
      ),
    );
  const save = useMutation({
    mutationKey: changes,
    // One after the other: what was pressed last is what stays.
    scope: { id: 'notices' },
    mutationFn: saveDismissal,
    onMutate: show,
    onSuccess: (_, { notice, dismissed }) => {
      if (!dismissed) return;
      notifyWithAction(t('dismissed'), {
        label: t('undo'),
        onSelect: () => save.mutate({ notice, dismissed: false }),
      });
    },
    onError: (error, change) => {
      show({ ...change, dismissed: !change.dismissed });
      const code = !(error instanceof TableError) ? 'internal' : error.status === 0 ? 'network' : 'forbidden';
      notify(t('dismissFailed'), t(`errors:${code}`), 'alert');
    },
    // An answer from before the next change would show what it has replaced.
    onSettled: (_answer, _error, { notice }) =>
      queries.isMutating({ mutationKey: changes }) > 1
        ? undefined
        : queries.invalidateQueries(noticesQuery(notice.household_id)),
  });
  return (notice, dismissed) => save.mutate({ notice, dismissed });
}

async function saveDismissal({ notice, dismissed }: Change): Promise<void> {
  const rows = await askTables<{ id: string }[]>((tables) =>
    tables
      .from('notices')
      .update({ dismissed_at: dismissed ? new Date().toISOString() : null })
      .eq('id', notice.id)
      .select('id'),
  );
  // Who may look at a home but not change it: the policies leave them no row.
  if (rows.length === 0) throw new TableError('42501', 'not allowed', 403);
}
