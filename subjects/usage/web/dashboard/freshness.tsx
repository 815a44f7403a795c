import { silentAfterMs } from '#subjects/readings/domain/present-rate.ts';
import { useNow } from '#shell/parts/clock.ts';
import { useFormat } from '#shell/household/household.ts';
import { classNames } from '#shell/ui/class-names.ts';

/** How old a value is, counting up by itself; green while its meter is heard. */
export function Freshness({ at, className }: { at: number; className?: string }) {
  const format = useFormat();
  const now = useNow(1000);
  const tint = now - at > silentAfterMs ? 'bg-off' : 'bg-leaf';
  return (
    <span className={classNames('figures inline-flex items-center gap-1.5 whitespace-nowrap', className)}>
      <span aria-hidden="true" className={classNames('size-2 rounded-full', tint)} />
      {format.ago(at, now)}
    </span>
  );
}
