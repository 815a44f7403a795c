/** What a rule would have told, had it looked at a home on each of the days that are over. */
import { lookFor } from './absences.ts';
import type { Finding, FindingFigures, HomeLook, Rule } from './rule.ts';

export interface ReplayedEvent {
  readonly meterId: string;
  /** Of its device. */
  readonly name: string;
  readonly since: number;
  readonly noticedOn: string;
  /** Null: to the end of what was looked at. */
  readonly endedOn: string | null;
  readonly figures: FindingFigures;
}

interface Event extends Finding {
  readonly noticedDay: number;
  lastDay: number;
}

const dayText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** What a look sees on the morning of `day`. */
const lookOn = (home: HomeLook, day: number, days: number): HomeLook => {
  const to = (day - home.firstDay) * home.perDay;
  const from = Math.max(0, to - days * home.perDay);
  return {
    ...home,
    firstDay: home.firstDay + from / home.perDay,
    meters: home.meters.map((meter) => ({ ...meter, used: meter.used.subarray(from, to) })),
  };
};

/**
 * Events in the order in which they end; each day from `firstDay` on is looked at with what was known then, by the usual thresholds, and `rest` is
 * awaited after it.
 */
export async function* replayRule(
  rule: Rule,
  home: HomeLook,
  firstDay: number,
  rest: () => Promise<unknown>,
): AsyncGenerator<ReplayedEvent> {
  const endDay = home.firstDay + (home.meters[0]?.used.length ?? 0) / home.perDay;
  const open = new Map<string, Event>();
  const write = (event: Event, isOver: boolean): ReplayedEvent => ({
    meterId: event.meterId,
    name: home.meters.find(({ meterId }) => meterId === event.meterId)?.name ?? '',
    since: Math.round(event.since),
    noticedOn: dayText(event.noticedDay),
    endedOn: isOver ? dayText(event.lastDay + 1) : null,
    figures: event.figures,
  });
  for (let day = firstDay; day <= endDay; day += 1) {
    const found = rule.find(lookFor(rule, lookOn(home, day, rule.days)), 1);
    for (const one of found) {
      const known = open.get(one.meterId);
      if (known === undefined) open.set(one.meterId, { ...one, noticedDay: day, lastDay: day });
      else known.lastDay = day;
    }
    for (const [meterId, event] of open)
      if (event.lastDay < day) {
        open.delete(meterId);
        yield write(event, true);
      }
    await rest();
  }
  for (const event of open.values()) yield write(event, false);
}
