import { useNow } from '#shell/parts/clock.ts';
import { useFormat } from '#shell/household/household.ts';

const weekMs = 7 * 86_400_000;

/** How long ago, or the day when it is long ago; the exact time for those who rest on it, and for readers. */
export function TimeAgo({ at }: { at: string }) {
  const format = useFormat();
  const now = useNow(60_000);
  const instant = Date.parse(at);
  const exact = format.date(instant, { dateStyle: 'long', timeStyle: 'short' });
  const short =
    now - instant < weekMs
      ? format.ago(instant, now)
      : format.date(instant, { day: 'numeric', month: 'short', year: 'numeric' });
  return (
    <time dateTime={at} title={exact} className="whitespace-nowrap">
      <span aria-hidden="true">{short}</span>
      <span className="sr-only">{exact}</span>
    </time>
  );
}
