import { useTranslation } from 'react-i18next';
import { firstUtility, isLeak, isOfPrices, isOfRule, rateOver, urgencyOf, utilityThatLeaks } from '#catalogue/index.ts';
import { valuesOf, wordsOf } from '#subjects/insight/domain/honest/fault-words.ts';
import { leakWords } from '#subjects/insight/domain/leak-words.ts';
import { moneyWordsOf, priceValues } from '#subjects/insight/domain/money-words.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import type { Format } from '#shell/text/format.ts';
import { classNames } from '#shell/ui/class-names.ts';
import type { NoticeFigures } from '#supabase/tables/index.ts';
import { type RuleKey, ruleValues, ruleWords } from '../../domain/rules/rule-values.ts';
import { ruleWriter } from '../rule-text.ts';
import type { WallNotice } from '../../contract/wall.ts';

/** Figures stay in sight: the rest is counted. */
const maxShown = 2;

interface WallNoticesProps {
  notices: readonly WallNotice[];
  isHeard: boolean;
  format: Format;
}

/** What needs a look, the most urgent first. Water that runs stands in white on black: it costs by the hour. */
export function WallNotices({ notices, isHeard, format }: WallNoticesProps) {
  const { t } = useTranslation('wall');
  const textOf = useNoticeText(format);
  const sorted = notices.toSorted((a, b) => urgencyOf(a.kind) - urgencyOf(b.kind));
  const more = sorted.length - maxShown;
  if (sorted.length === 0 && !isHeard) return null;
  return (
    <footer aria-label={t('notices.title')} className="border-t-2 border-current">
      {sorted.length === 0 && <p className="px-[1.2em] py-[0.5em]">{t('notices.allWell')}</p>}
      <ul>
        {sorted.slice(0, maxShown).map((notice, i) => {
          const { title, text } = textOf(notice);
          return (
            <li
              key={`${notice.kind} ${notice.since} ${notice.device ?? notice.utility}`}
              data-wall-notice={notice.kind}
              className={classNames(
                'figures px-[1.2em] py-[0.3em]',
                i > 0 && 'border-t-2 border-current',
                isLeak(notice.kind) && 'bg-[black] text-white',
              )}
            >
              <p className="flex items-baseline gap-x-[0.8em] portrait:flex-wrap">
                <strong className="max-w-full truncate text-[1.1em] font-[650] landscape:shrink-0">{title}</strong>
                <span className="truncate text-[0.95em] landscape:flex-1">{text}</span>
                {i === maxShown - 1 && more > 0 && (
                  <span className="shrink-0 text-[0.95em]">{t('notices.more', { count: more })}</span>
                )}
              </p>
            </li>
          );
        })}
      </ul>
    </footer>
  );
}

/** As the pages say it, in the words of the notices. */
function useNoticeText(format: Format): (notice: WallNotice) => { title: string; text: string } {
  const { t } = useTranslation('wall');
  const { t: words } = useTranslation('notice-texts');
  const { t: ruled } = useTranslation('rules');
  const roomName = useRoomName();
  return ({ kind, since: at, utility, device, room, figures }) => {
    const told: NoticeFigures = figures;
    const money = (amount = '0') => format.moneyIn(told.currency ?? null, Number(amount));
    const since = format.dateTime(Date.parse(at));
    const name = device ?? (room === null ? t('notices.someMeter') : roomName(room));
    if (isLeak(kind)) {
      const of = leakWords(kind, false);
      const rate = format.rate(utilityThatLeaks, rateOver(utilityThatLeaks, told.floorMlPerHour ?? 0, 3_600_000)).text;
      const leak = format.amount(utilityThatLeaks, told.leakMl ?? 0).text;
      return {
        title: words(`${of}.title`, { name }),
        text: words(`${of}.text`, { name, since, rate, leak }),
      };
    }
    if (kind === 'silent-meter') {
      const usual = format.duration(told.usualS ?? 0);
      return { title: words('silent.lasts.title', { name }), text: words('silent.lasts.text', { name, since, usual }) };
    }
    if (kind === 'meter-check') {
      const said = wordsOf(told);
      const values = { ...valuesOf(told, format, words('doubt.inside')), name, since: format.shortDay(Date.parse(at)) };
      return { title: words(`doubt.${said}.title`, values), text: words(`doubt.${said}.text`, values) };
    }
    if (isOfRule(kind)) {
      const written = ruleValues(utility ?? firstUtility, told, ruleWriter(format));
      const values = { ...written, name, since: format.shortDay(Date.parse(at)) };
      const said = ruleWords(kind, told);
      return { title: ruled(`${said}.title` as RuleKey, values), text: ruled(`${said}.text` as RuleKey, values) };
    }
    if (isOfPrices(kind)) {
      const own = utility ?? firstUtility;
      const values = { ...priceValues(own, told, ruleWriter(format)), name: t(own) };
      return { title: ruled(`${kind}.title`, values), text: ruled(`${kind}.text`, values) };
    }
    const of = moneyWordsOf(kind, told.soFar);
    const values = {
      name: t(utility ?? firstUtility),
      budget: money(told.budget),
      soFar: money(of.soFar),
      likely: money(told.likely),
      end: told.end === undefined ? '' : lastDayOf(told.end, format),
    };
    return { title: words(`budget.${of.words}.title`, values), text: words(`budget.${of.words}.text`, values) };
  };
}

const lastDayOf = (end: string, format: Format): string =>
  format.date(Date.parse(end) - 86_400_000, { timeZone: 'UTC', day: 'numeric', month: 'short' });
