import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isLeak } from '#catalogue/index.ts';
import { useFormat, useRights } from '#shell/household/household.ts';
import { useNow } from '#shell/parts/clock.ts';
import { leakText } from '#shell/text/leak-text.ts';
import { Button, buttonStyle } from '#shell/ui/button.tsx';
import type { HouseholdNotice } from '#supabase/tables/index.ts';
import { type Answer, useDismissNotice } from './dismiss-notice.ts';
import { NoticeIcon, useNoticeText } from './notice-text.tsx';

/** One thing that wants a hand or a look: a notice, or so many readings that wait for a decision. */
export type Concern = HouseholdNotice | number;

export interface ConcernCardProps {
  concern: Concern;
  /** The way to what else there is. */
  more: ReactNode;
  onAnswered: () => void;
}

/** What wants a hand or a look, and what can be done about it. Red only for water that runs: that costs by the hour. */
export function ConcernCard({ concern, ...rest }: ConcernCardProps) {
  if (typeof concern === 'number') return <WithheldCard count={concern} {...rest} />;
  return isLeak(concern.kind) ? <LeakCard notice={concern} {...rest} /> : <NoticeCard notice={concern} {...rest} />;
}

type CardProps = Omit<ConcernCardProps, 'concern'>;
type NoticeCardProps = CardProps & { notice: HouseholdNotice };

const calm = 'rounded-card border border-power-text/25 bg-power-soft px-4 py-4 sm:px-6';

/** Readings that nobody believes until a person says so. */
function WithheldCard({ count, more }: CardProps & { count: number }) {
  const { t } = useTranslation('notice-texts');
  return (
    <article data-notice="withheld" className={calm}>
      <Row
        icon={<TriangleAlert className="size-5 text-power-text" aria-hidden />}
        title={t('withheld.title', { count })}
        text={t('withheld.text', { count })}
      >
        <Link to="/devices" className={buttonStyle({ look: 'secondary' })}>
          {t('withheld.decide')}
        </Link>
        {more}
      </Row>
    </article>
  );
}

function NoticeCard({ notice, more, onAnswered }: NoticeCardProps) {
  const { t } = useTranslation('notice-texts');
  const { title, text, check, href } = useNoticeText()(notice);
  const answer = useAnswer(notice, onAnswered);
  return (
    <article data-notice={notice.kind} className={calm}>
      <Row
        icon={<NoticeIcon kind={notice.kind} className="size-5 text-power-text" />}
        title={title}
        text={text}
        check={check}
      >
        <Link to={href} className={buttonStyle({ look: 'secondary' })}>
          {t(
            notice.kind === 'prepaid-ends'
              ? 'budget.showPayments'
              : notice.meter_id === null
                ? 'budget.showCosts'
                : 'showDevice',
          )}
        </Link>
        {answer !== undefined && (
          <Button look="quiet" onClick={() => answer(null)}>
            {t('dismiss')}
          </Button>
        )}
        {more}
      </Row>
    </article>
  );
}

interface RowProps {
  icon: ReactNode;
  title: string;
  text: string;
  check?: string;
  children: ReactNode;
}

function Row({ icon, title, text, check, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <span className="mt-0.5 shrink-0">{icon}</span>
      <div className="min-w-52 flex-1 basis-0">
        <h2 className="text-title wrap-anywhere">{title}</h2>
        <p className="figures mt-1">{text}</p>
        {check !== undefined && <p className="mt-1 text-small text-ink-soft">{check}</p>}
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

/** Water that does not stop: since when, its own litres and money, where to look, and what one can say to it. */
function LeakCard({ notice, more, onAnswered }: NoticeCardProps) {
  const { t } = useTranslation('notice-texts');
  const format = useFormat();
  const now = useNow(60_000);
  const { title, check, href } = useNoticeText()(notice);
  const isBurst = notice.kind === 'burst';
  const { rate, leak, cost } = leakText(notice.figures, format);
  const answer = useAnswer(notice, onAnswered);
  const began = Date.parse(notice.since);
  const isThisWeek = now - began < 6 * 86_400_000;
  const since = isThisWeek ? format.date(began, { weekday: 'long', ...clock }) : format.dateTime(began);
  const duration = format.duration(Math.max(0, now - began) / 1000);
  return (
    <article data-notice={notice.kind} className="rounded-card border border-alert/30 bg-alert-soft p-4 sm:p-6">
      <div className="grid gap-x-10 gap-y-4 lg:grid-cols-[1.4fr_1fr]">
        <div className="flex items-start gap-3.5">
          <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-control bg-card">
            <NoticeIcon kind={notice.kind} className="size-5 text-alert" />
          </span>
          <div className="min-w-0">
            <h2 className="text-[1.25rem] leading-tight font-[650] wrap-anywhere">{title}</h2>
            <p className="figures mt-0.5">{t(isBurst ? 'leak.burstSince' : 'leak.since', { since, duration })}</p>
            <p className="figures mt-2 font-semibold">{t(isBurst ? 'leak.burst' : 'leak.floor', { rate })}</p>
          </div>
        </div>
        <dl className="figures flex flex-wrap items-start justify-between gap-x-6 gap-y-2 sm:justify-start sm:gap-x-12 lg:justify-between">
          <Figure value={leak} label={t('leak.leaked')} />
          {cost !== undefined && <Figure value={cost.soFar} label={t('leak.soFar')} />}
          {cost?.month !== undefined && <Figure value={cost.month} label={t('leak.month')} isAlert />}
        </dl>
      </div>
      {isBurst ? <p className="mt-4 font-semibold">{check}</p> : <WhatToCheck />}
      <div className="mt-4 flex flex-wrap items-center gap-2 border-t border-alert/20 pt-4">
        {answer !== undefined && <Button onClick={() => answer('fixed')}>{t('fixed')}</Button>}
        <Link to={href} className={buttonStyle({ look: 'secondary' })}>
          {t('show')}
        </Link>
        {answer !== undefined && (
          <Button look="quiet" onClick={() => answer('fine')}>
            {t('fine')}
          </Button>
        )}
        {more}
        {answer !== undefined && <p className="text-small text-ink-soft sm:ml-auto">{t('leak.afterFixed')}</p>}
      </div>
    </article>
  );
}

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

function Figure({ value, label, isAlert = false }: { value: string; label: string; isAlert?: boolean }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-small text-ink-soft">{label}</dt>
      <dd className={isAlert ? 'text-head text-alert' : 'text-head'}>{value}</dd>
    </div>
  );
}

function WhatToCheck() {
  const { t } = useTranslation('notice-texts');
  return (
    <div className="mt-4">
      <h3 className="text-title">{t('leak.check')}</h3>
      <ol className="mt-1.5 grid list-inside list-decimal gap-x-8 gap-y-1.5 marker:font-semibold marker:text-alert lg:grid-cols-3">
        {(['toilets', 'taps', 'valve'] as const).map((place) => (
          <li key={place} className="font-semibold">
            {t(`leak.${place}.title`)}
            <p className="text-small font-normal text-ink-soft">{t(`leak.${place}.text`)}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** How to answer a notice, for those who may. */
function useAnswer(notice: HouseholdNotice, onAnswered: () => void): ((as: Answer) => void) | undefined {
  const { dismiss } = useDismissNotice();
  const mayAnswer = useRights().data?.mayWrite ?? false;
  if (!mayAnswer) return undefined;
  return (as) => {
    dismiss(notice, as);
    onAnswered();
  };
}
