import { useFormat } from '#shell/household/household.ts';

/** The day of an event as a leaf of a calendar. Readers hear the words beside it instead. */
export function EventDate({ at }: { at: string }) {
  const format = useFormat();
  const instant = Date.parse(at);
  return (
    <span
      aria-hidden="true"
      className="flex size-14 shrink-0 flex-col items-center justify-center rounded-control bg-leaf-soft leading-tight text-leaf"
    >
      <span className="figures text-[1.375rem] font-[650]">{format.date(instant, { day: 'numeric' })}</span>
      <span className="text-small">{format.date(instant, { month: 'short' })}</span>
    </span>
  );
}

/** "Sat, 28 November, 18:00 to 20:00 CET", or both days when it takes longer than one. */
export function useEventSpan(): (startsAt: string, endsAt: string) => string {
  const format = useFormat();
  return (startsAt, endsAt) => {
    const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)];
    const day = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const;
    const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const isOneDay = format.date(from, day) === format.date(to, day);
    const end = format.date(
      to,
      isOneDay ? { ...time, timeZoneName: 'short' } : { ...day, ...time, timeZoneName: 'short' },
    );
    return `${format.date(from, { ...day, ...time })} – ${end}`;
  };
}
