/** The cheapest and dearest hours of today and of the days that go otherwise. */
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { exact } from '#subjects/bills/domain/tariff/exact.ts';
import { dayStartS, knownOffsets } from '#subjects/bills/domain/tariff/interval-use.ts';
import type { AssistantSeries } from '../../contract/assistant.ts';
import type { Asking } from '../asking.ts';
import { type MoneyVoice, safe, type Table, tableOf } from './money-voice.ts';
import { type AlikeDays, extremeSpans, type PriceSpan, type TariffFacts } from './tariff-facts.ts';

type Ask = 'cheapest' | 'dearest';

export interface Telling {
  readonly facts: TariffFacts;
  readonly asking: Asking;
  readonly voice: MoneyVoice;
}

const spanText = ({ fromMs, toMs }: PriceSpan, { asking, voice }: Telling): string =>
  voice.t('hours-from', { from: asking.write.time(fromMs), to: asking.write.time(toMs) });

const isAllDay = (best: readonly PriceSpan[], all: readonly PriceSpan[]): boolean => best.length === all.length;

const hoursText = (best: readonly PriceSpan[], all: readonly PriceSpan[], telling: Telling): string =>
  isAllDay(best, all)
    ? telling.voice.t('all-hours')
    : telling.asking.write.list(best.map((span) => spanText(span, telling)));

const priceText = (best: readonly PriceSpan[], { facts, voice }: Telling): string => {
  const { currency, plan } = facts.tariff;
  return voice.linkedRate(best[0]?.price?.price ?? '0', plan.unit, currency);
};

/** When a price ends: at a time of today, or on another day. */
export const endOf = (
  { fromMs }: PriceSpan,
  { asking: { write, home } }: Telling,
): { isToday: boolean; when: string } => {
  const isToday = fromMs <= dayStartS(addDays(home.today, 1), knownOffsets(home.timeZone)) * 1000;
  return { isToday, when: isToday ? write.clock(write.time(fromMs)) : write.dateTime(fromMs) };
};

/** All hours of a day cost the same. */
export const isAlways = ({ spans }: AlikeDays): boolean => isAllDay(extremeSpans(spans, 'cheapest'), spans);

/** How long the price of now holds. */
const untilText = (telling: Telling): string => {
  const { facts, voice } = telling;
  if (facts.change === null) return '';
  const { isToday, when } = endOf(facts.change, telling);
  return voice.t(isToday ? 'until' : 'until-day', { when });
};

/** Whether it is cheap now, what it costs, and until when. */
const nowText = ({ spans }: AlikeDays, telling: Telling): string[] => {
  const { facts, voice } = telling;
  const { now, tariff } = facts;
  if (now === null) return [];
  const isAt = (ask: Ask): boolean => extremeSpans(spans, ask).some(({ price }) => price?.price === now.price);
  const key = isAt('cheapest') ? 'now-cheapest' : isAt('dearest') ? 'now-dearest' : 'now-between';
  const price = voice.linkedRate(now.price, tariff.plan.unit, tariff.currency);
  return [voice.t(key, { utility: voice.utility(tariff.utility), price, until: untilText(telling) })];
};

const hoursOf = (spans: readonly PriceSpan[], ask: Ask, telling: Telling): { hours: string; price: string } => {
  const best = extremeSpans(spans, ask);
  return { hours: hoursText(best, spans, telling), price: priceText(best, telling) };
};

const weekOfTomorrow = ({ week }: TariffFacts, { home }: Asking): AlikeDays | undefined =>
  week.find(({ days }) => days.includes(addDays(home.today, 1)));

/** The cheapest and dearest hours of tomorrow, or that its prices are not known yet: none of today's. */
export const hoursOfTomorrow = (telling: Telling): string => {
  const { facts, asking, voice } = telling;
  const tomorrow = weekOfTomorrow(facts, asking);
  const utility = voice.t(facts.tariff.utility);
  if (!tomorrow || tomorrow.spans.some(({ price }) => price === null))
    return voice.t(facts.series.length > 0 ? 'tomorrow-unpublished' : 'tomorrow-unknown', { utility });
  if (isAlways(tomorrow)) return voice.t('tomorrow-same', { utility, price: priceText(tomorrow.spans, telling) });
  return (['cheapest', 'dearest'] as const)
    .map((ask) => voice.t(`tomorrow-${ask}`, hoursOf(tomorrow.spans, ask, telling)))
    .join(' ');
};

/** Those of tomorrow, where those of today are over. */
const tomorrowText = ({ spans }: AlikeDays, ask: Ask, telling: Telling): string[] => {
  const { facts, asking, voice } = telling;
  const { nowMs } = asking.home;
  const tomorrow = weekOfTomorrow(facts, asking);
  if (!tomorrow || extremeSpans(spans, ask).some(({ toMs }) => toMs > nowMs)) return [];
  if (tomorrow.spans.some(({ price }) => price === null)) return [];
  return [voice.t('hours-tomorrow', hoursOf(tomorrow.spans, ask, telling))];
};

/** The next day with hours that are cheaper, or dearer, than the only price of today. */
const nextText = (today: AlikeDays, ask: Ask, telling: Telling): string[] => {
  const { facts, asking, voice } = telling;
  const priceOf = ({ spans }: AlikeDays): string => extremeSpans(spans, ask)[0]?.price?.price ?? '';
  const next = facts.week.slice(1).find((alike) => {
    if (priceOf(alike) === '') return false;
    const order = exact(priceOf(alike)).compare(exact(priceOf(today)));
    return ask === 'cheapest' ? order < 0 : order > 0;
  });
  if (!next) return [];
  const day = asking.write.weekday(next.days[0] ?? asking.home.today);
  return [voice.t(`next-${ask}`, { day, ...hoursOf(next.spans, ask, telling) })];
};

/** All hours of today cost the same: what it is, and which day has others. */
const sameText = (today: AlikeDays, ask: Ask, telling: Telling): string => {
  const { facts, voice } = telling;
  const values = { utility: voice.t(facts.tariff.utility), price: priceText(today.spans, telling) };
  const first = voice.t(facts.week.length === 1 ? 'hours-always' : 'hours-same', values);
  return [first, ...nextText(today, ask, telling)].join(' ');
};

/** 0 is Monday. */
const placeInWeek = (day: LocalDay): number => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;

/** "Monday to Friday", "Saturday and Sunday". */
const weekdays = ({ days }: AlikeDays, { write }: Asking, { t }: MoneyVoice): string => {
  const places = days.map(placeInWeek).sort((a, b) => a - b);
  const names = [...days].sort((a, b) => placeInWeek(a) - placeInWeek(b)).map((day) => write.weekday(day));
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const isRun = places.length > 2 && last - first === places.length - 1;
  return isRun ? t('weekdays', { from: names[0] ?? '', to: names.at(-1) ?? '' }) : write.list(names);
};

/** Whether it is cheap now, then the hours that are asked for, then those at the other end. */
export const extremeHours = (ask: Ask, telling: Telling): string => {
  const { facts, voice } = telling;
  const [today] = facts.week;
  const utility = voice.t(facts.tariff.utility);
  if (!today || today.spans.every(({ price }) => price === null)) {
    const [of] = facts.series;
    return of === undefined
      ? voice.t('hours-blocks', { utility })
      : voice.t('hours-unknown', { utility, of: safe(of) });
  }
  if (isAlways(today)) return sameText(today, ask, telling);
  const other = ask === 'cheapest' ? 'dearest' : 'cheapest';
  return [
    ...nowText(today, telling),
    voice.t(`hours-${ask}`, hoursOf(today.spans, ask, telling)),
    ...tomorrowText(today, ask, telling),
    voice.t(`hours-${other}`, hoursOf(today.spans, other, telling)),
  ].join(' ');
};

export const hoursTable = ({ facts: { week, tariff }, asking, voice }: Telling): Table => {
  const { time } = asking.write;
  return tableOf(
    [voice.t('days'), voice.t('hours')],
    [voice.paper.t('price')],
    week.flatMap((alike) =>
      alike.spans.flatMap(({ fromMs, toMs, price }) => {
        if (price === null) return [];
        const hours = alike.spans.length === 1 ? voice.t('all-hours') : `${time(fromMs)}–${time(toMs)}`;
        const rate = voice.rate(price.price, tariff.plan.unit, tariff.currency);
        return [[weekdays(alike, asking, voice), hours, [rate, ...price.periods.map(voice.period)].join(' · ')]];
      }),
    ),
  );
};

const hourMs = 3_600_000;

/** Today hour by hour, as a chart: the price in which each hour begins. */
export const hoursSeries = ({ facts: { week, tariff }, asking: { write }, voice }: Telling): AssistantSeries => {
  const spans = week[0]?.spans ?? [];
  const hours = spans.flatMap(({ fromMs, toMs, price }) => {
    const first = Math.ceil(fromMs / hourMs) * hourMs;
    const count = Math.max(0, Math.ceil((toMs - first) / hourMs));
    return price === null
      ? []
      : Array.from({ length: count }, (_, i) => ({ atMs: first + i * hourMs, price: price.price }));
  });
  return {
    utility: tariff.utility,
    unit: `${tariff.currency}/${voice.unitText(tariff.plan.unit)}`,
    points: hours.map(({ atMs, price }) => ({
      label: write.time(atMs),
      value: Number(price),
      text: voice.rate(price, tariff.plan.unit, tariff.currency),
    })),
  };
};
