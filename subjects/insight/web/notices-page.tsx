import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { isLeak, isOfRule, type NoticeGroup, noticeKindIds, noticeKinds } from '#catalogue/index.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { useConnection } from '#shell/data/online.ts';
import { useFormat, useHousehold, useNameAmongSeveral, useRights } from '#shell/household/household.ts';
import { askNotices, noticesAtOnce, noticesKey } from '#shell/household/household-notices.ts';
import { useLatestUsage } from '#shell/household/latest-usage.ts';
import { useWithheldTimes } from '#shell/household/withheld-times.ts';
import { useNow } from '#shell/parts/clock.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { MemberPage } from '#shell/session/member-page.tsx';
import { useSession } from '#shell/session/session.ts';
import { regionalOf } from '#shell/text/format.ts';
import { addDays, localDayOf } from '#shell/text/local-day.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { ChoiceChips } from '#shell/ui/radio-options.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import type { HouseholdNotice } from '#supabase/tables/index.ts';
import { periodAt } from '../domain/report/period.ts';
import { useClosingText } from './closing-text.ts';
import { useDismissNotice } from './dismiss-notice.ts';
import { NoticeRow, WithheldRow } from './notice-row.tsx';
import { everyMs } from './notices-seen.ts';
import { isOpen, lastingNotices } from './open-notices.ts';

/** The kinds that one may look at alone. */
type Filter = 'all' | NoticeGroup | 'readings';
const groups = [...new Set(noticeKindIds.map((kind) => noticeKinds[kind].group))];
const filterNames: readonly Filter[] = ['all', ...groups, 'readings'];
const kindsOf = (filter: Filter) =>
  filter === 'all' ? undefined : noticeKindIds.filter((kind) => noticeKinds[kind].group === filter);

/** All that the home was told of by itself: what is open first, then what is over, by month. */
export function NoticesPage() {
  const { t } = useTranslation(['notice-texts', 'rooms', 'errors']);
  const home = useNameAmongSeveral();
  const [search, setSearch] = useSearchParams();
  const filter = filterNames.find((name) => name === search.get('kind')) ?? 'all';
  const choose = (kind: Filter) => setSearch(kind === 'all' ? {} : { kind }, { replace: true, state: { stays: true } });
  return (
    <MemberPage
      title={t('title')}
      subtitle={[t('about'), home].filter(Boolean).join(' · ')}
      back={{ to: '/dashboard', label: t('back') }}
      signedOut={{ title: t('signedOut.title'), text: t('signedOut.text') }}
      skeleton={<PageSkeleton />}
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <ChoiceChips
          label={t('filter.label')}
          value={filter}
          options={filterNames.map((value) => ({ value, label: t(`filter.${value}`) }))}
          onChange={choose}
        />
        <div className="flex flex-wrap gap-x-5">
          <Link to="/notices/rules" className={link}>
            {t('rules')}
          </Link>
          <WeekLink />
          <Link to="/changes" className={link}>
            {t('didItSave')}
          </Link>
          <WhereLink />
        </div>
      </div>
      <Notices key={filter} filter={filter} />
    </MemberPage>
  );
}

const link = 'inline-flex min-h-11 items-center font-semibold text-leaf underline-offset-4 hover:underline';

/** The week that is over. */
function WeekLink() {
  const { t } = useTranslation('notice-texts');
  const { timeZone } = regionalOf(useHousehold().data);
  const today = localDayOf(useNow(60_000), timeZone);
  return (
    <Link to={`/report/${periodAt('week', addDays(today, -7)).name}`} className={link}>
      {t('week')}
    </Link>
  );
}

/** A guest gets no mail. */
function WhereLink() {
  const { t } = useTranslation('notice-texts');
  const session = useSession();
  if (session.status !== 'signed-in' || session.user.isGuest) return null;
  return (
    <Link to="/profile#notifications" className={link}>
      {t('where')}
    </Link>
  );
}

function PageSkeleton() {
  return (
    <div aria-busy="true" className="space-y-4">
      <Skeleton className="h-40 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  );
}

function Notices({ filter }: { filter: Filter }) {
  const { t } = useTranslation('notice-texts');
  // Told at once, while the page is open.
  useLatestUsage();
  const household = useHousehold();
  const [limit, setLimit] = useState(noticesAtOnce);
  const notices = useQuery({
    queryKey: [...noticesKey(household.data?.id), filter, limit],
    queryFn: () => askNotices(household.data?.id, limit, kindsOf(filter)),
    meta: keptOffline,
    enabled: household.data !== undefined && household.data !== null,
    placeholderData: (before) => before,
  });
  const withheld = useWithheldTimes(everyMs);
  const isOnline = useConnection() === 'online';
  const failed = [household, notices].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined)
    return (
      <Card>
        <LoadFailure error={failed.error} onRetry={() => void failed.refetch()} />
      </Card>
    );
  if (notices.data === undefined || (withheld.data === undefined && withheld.isLoading)) return <PageSkeleton />;
  const showsReadings = filter === 'all' || filter === 'readings';
  const waiting = showsReadings ? (withheld.data?.length ?? 0) : 0;
  return (
    <>
      {!isOnline && <p className="mb-3 text-small text-ink-soft">{t('maybeOld')}</p>}
      <Lists all={notices.data} waiting={waiting} filter={filter} />
      {notices.data.length >= limit && (
        <Button
          look="secondary"
          className="mt-4"
          pending={notices.isPlaceholderData}
          onClick={() => setLimit(limit + noticesAtOnce)}
        >
          {t('older')}
        </Button>
      )}
    </>
  );
}

interface ListsProps {
  all: readonly HouseholdNotice[];
  waiting: number;
  filter: Filter;
}

function Lists({ all, waiting, filter }: ListsProps) {
  const { t } = useTranslation('notice-texts');
  const format = useFormat();
  const closing = useClosingText(all);
  const lasting = lastingNotices(all);
  const open = lasting.filter(isOpen);
  const aside = lasting.filter((notice) => !isOpen(notice));
  const over = all.filter(({ ended_at: endedAt }) => endedAt !== null);
  const months = [...new Set(over.map((notice) => monthOf(notice, format.month)))];
  const rows = (notices: readonly HouseholdNotice[]) =>
    notices.map((notice) => <Row key={notice.id} notice={notice} closing={closing(notice)} />);
  if (all.length + waiting === 0)
    return (
      <Card>
        <StatePanel kind="empty" title={t(filter === 'all' ? 'none' : 'noneOfKind')} text={t('noneText')} />
      </Card>
    );
  return (
    <div className="space-y-4">
      <Card title={t('open')}>
        {open.length + waiting === 0 ? (
          <p className="text-ink-soft">{t('nothingOpen')}</p>
        ) : (
          <ul className="-my-3">
            {waiting > 0 && <WithheldRow count={waiting} />}
            {rows(open)}
          </ul>
        )}
      </Card>
      {aside.length > 0 && (
        <Card title={t('aside')}>
          <ul className="-my-3">{rows(aside)}</ul>
        </Card>
      )}
      {months.map((month) => (
        <Card key={month} title={month}>
          <ul className="-my-3">{rows(over.filter((notice) => monthOf(notice, format.month) === month))}</ul>
        </Card>
      ))}
    </div>
  );
}

/** In which it ended, by the home's clock. */
function monthOf({ ended_at: endedAt }: HouseholdNotice, write: (at: number) => string): string {
  return write(Date.parse(endedAt ?? ''));
}

/** What was told is right, normal here, or fixed: the rule learns from it. */
function Judged({ onAnswer }: { onAnswer: (answer: 'right' | 'fine' | 'fixed') => void }) {
  const { t } = useTranslation('notice-texts');
  return (
    <fieldset className="flex flex-wrap items-center gap-1">
      <legend className="float-left mr-1 ml-3 text-small text-ink-soft">{t('wasRight')}</legend>
      <Button look="quiet" size="small" onClick={() => onAnswer('right')}>
        {t('right')}
      </Button>
      <Button look="quiet" size="small" onClick={() => onAnswer('fine')}>
        {t('normal')}
      </Button>
      <Button look="quiet" size="small" onClick={() => onAnswer('fixed')}>
        {t('fixed')}
      </Button>
    </fieldset>
  );
}

/** What lasts can be put aside, and taken back. */
function Row({ notice, closing }: { notice: HouseholdNotice; closing: string }) {
  const { t } = useTranslation('notice-texts');
  const { dismiss, showAgain } = useDismissNotice();
  const mayAnswer = useRights().data?.mayWrite ?? false;
  const isRunning = isLeak(notice.kind);
  const actions =
    notice.ended_at !== null || !mayAnswer ? undefined : (
      <div className="mt-1.5 -ml-3 flex flex-wrap gap-1">
        {!isOpen(notice) && (
          <Button look="quiet" size="small" onClick={() => showAgain(notice)}>
            {t('showAgain')}
          </Button>
        )}
        {isOpen(notice) && isRunning && (
          <Button look="quiet" size="small" onClick={() => dismiss(notice, 'fixed')}>
            {t('fixed')}
          </Button>
        )}
        {isOpen(notice) && isOfRule(notice.kind) ? (
          <Judged onAnswer={(answer) => dismiss(notice, answer)} />
        ) : (
          isOpen(notice) && (
            <Button look="quiet" size="small" onClick={() => dismiss(notice, isRunning ? 'fine' : null)}>
              {t(isRunning ? 'fine' : 'dismiss')}
            </Button>
          )
        )}
      </div>
    );
  return <NoticeRow notice={notice} closing={closing} actions={actions} />;
}
