import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isLeak } from '#catalogue/index.ts';
import { useFormat } from '#shell/household/household.ts';
import { classNames } from '#shell/ui/class-names.ts';
import type { HouseholdNotice } from '#supabase/tables/index.ts';
import { NoticeIcon, useNoticeText } from './notice-text.tsx';
import type { MissedWay } from './missed-ways.ts';
import { isOpen, needsHand } from './open-notices.ts';

interface NoticeRowProps {
  notice: HouseholdNotice;
  /** How it ended, and who closed it. */
  closing: string;
  actions?: ReactNode;
  /** Followed: the list it stands in may close. */
  onFollow?: () => void;
}

const day = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** One notice in a list: what, since when, who closed it and how. Its title leads to where one sees why. */
export function NoticeRow({ notice, closing, ...rest }: NoticeRowProps) {
  const { t } = useTranslation('notice-texts');
  const format = useFormat();
  const { title, text, href } = useNoticeText()(notice);
  const isUrgent = isOpen(notice) && isLeak(notice.kind);
  const lasts = notice.ended_at === null;
  return (
    <Row
      {...rest}
      name={notice.kind}
      icon={<NoticeIcon kind={notice.kind} className="size-5" />}
      tone={isUrgent ? 'alert' : isOpen(notice) && needsHand(notice) ? 'look' : 'plain'}
      href={href}
      title={title}
      text={text}
      note={closing}
      when={lasts ? t('now') : format.date(Date.parse(notice.ended_at ?? ''), day)}
    />
  );
}

/** So many readings wait for a decision. */
export function WithheldRow({ count, onFollow }: { count: number; onFollow?: () => void }) {
  const { t } = useTranslation('notice-texts');
  return (
    <Row
      name="withheld"
      icon={<TriangleAlert className="size-5" aria-hidden />}
      tone="look"
      href="/devices"
      title={t('withheld.title', { count })}
      text={t('withheld.text', { count })}
      when={t('now')}
      {...(onFollow && { onFollow })}
    />
  );
}

/** A way that was given up on, after a day. */
export function MissedRow({ way, onFollow }: { way: MissedWay; onFollow: () => void }) {
  const { t } = useTranslation('notice-texts');
  const format = useFormat();
  return (
    <Row
      name="missed"
      icon={<TriangleAlert className="size-5" aria-hidden />}
      tone="look"
      href="/profile#notifications"
      title={t('missed.title', { name: way.label })}
      text={t('missed.text')}
      when={format.date(Date.parse(way.missed_at), day)}
      onFollow={onFollow}
    />
  );
}

const grounds = {
  alert: 'bg-alert-soft text-alert',
  look: 'bg-power-soft text-power-text',
  plain: 'bg-paper text-ink-soft',
};

interface RowProps extends Pick<NoticeRowProps, 'actions' | 'onFollow'> {
  name: string;
  icon: ReactNode;
  tone: keyof typeof grounds;
  href: string;
  title: string;
  text: string;
  note?: string;
  when: string;
}

function Row({ name, icon, tone, href, title, text, note, when, actions, onFollow }: RowProps) {
  return (
    <li className="flex items-start gap-3.5 border-b border-line py-3.5 last:border-b-0" data-notice-row={name}>
      <span
        className={classNames(
          'inline-flex size-10 shrink-0 items-center justify-center rounded-control',
          grounds[tone],
        )}
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <Link
            to={href}
            className="relative font-semibold wrap-anywhere underline-offset-4 after:absolute after:-inset-y-2.5 after:inset-x-0 hover:underline"
            onClick={onFollow}
          >
            {title}
          </Link>
          <span
            className={classNames(
              'figures text-small',
              tone === 'alert' ? 'font-semibold text-alert' : 'text-ink-soft',
            )}
          >
            {when}
          </span>
        </div>
        <p className="figures mt-0.5 text-small text-ink-soft">{text}</p>
        {note !== undefined && note !== '' && <p className="figures mt-0.5 text-small">{note}</p>}
        {actions}
      </div>
    </li>
  );
}
