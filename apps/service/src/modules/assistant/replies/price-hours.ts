/** The cheapest and dearest hours of today and of the days that go otherwise. */
import type { AssistantSeries } from '@wattershed/contracts';
import type { LocalDay } from '@wattershed/domain';
import { type AlikeDays, extremeSpans, type PriceSpan, type TariffFacts } from '../facts/tariff.ts';
import type { Asking, FoundResult } from '../own-answer.ts';
import { type MoneyVoice, safe } from './money-voice.ts';
import { capital } from './phrases.ts';

interface Telling {
  readonly facts: TariffFacts;
  readonly ask: 'cheapest' | 'dearest';
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

const todayText = ({ spans }: AlikeDays, telling: Telling): string => {
  const { facts, ask, voice } = telling;
  const utility = voice.t(facts.tariff.utility);
  const best = extremeSpans(spans, ask);
  const values = { utility, price: priceText(best, telling) };
  if (isAllDay(best, spans)) return voice.t(facts.week.length === 1 ? 'hours-always' : 'hours-same', values);
  return voice.t(`hours-${ask}`, { ...values, hours: hoursText(best, spans, telling) });
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

/** Days of the week that go otherwise than today, where their prices are known. */
const otherText = (alike: AlikeDays, telling: Telling): string[] => {
  const best = extremeSpans(alike.spans, telling.ask);
  if (best.length === 0 || alike.spans.some(({ price }) => price === null)) return [];
  const days = capital(weekdays(alike, telling.asking, telling.voice));
  const hours = hoursText(best, alike.spans, telling);
  return [telling.voice.t('hours-on', { days, hours, price: priceText(best, telling) })];
};

/** No more days of their own are told; a week has hardly more than two kinds. */
const toldKinds = 3;

export const extremeHours = (
  facts: TariffFacts,
  ask: 'cheapest' | 'dearest',
  asking: Asking,
  voice: MoneyVoice,
): string => {
  const telling = { facts, ask, asking, voice };
  const [today, ...others] = facts.week;
  const utility = voice.t(facts.tariff.utility);
  if (!today || today.spans.every(({ price }) => price === null)) {
    const [of] = facts.series;
    return of === undefined
      ? voice.t('hours-blocks', { utility })
      : voice.t('hours-unknown', { utility, of: safe(of) });
  }
  const told = others.slice(0, toldKinds).flatMap((alike) => otherText(alike, telling));
  return [todayText(today, telling), ...told].join(' ');
};

export const hoursTable = ({ week, tariff }: TariffFacts, asking: Asking, voice: MoneyVoice): FoundResult['table'] => ({
  columns: [
    { title: voice.t('days'), isNumber: false },
    { title: voice.t('hours'), isNumber: false },
    { title: voice.paper.t('price'), isNumber: true },
  ],
  rows: week.flatMap((alike) =>
    alike.spans.flatMap(({ fromMs, toMs, price }) =>
      price === null
        ? []
        : [
            [
              weekdays(alike, asking, voice),
              alike.spans.length === 1
                ? voice.t('all-hours')
                : `${asking.write.time(fromMs)}–${asking.write.time(toMs)}`,
              [voice.rate(price.price, tariff.plan.unit, tariff.currency), ...price.periods.map(voice.period)].join(
                ' · ',
              ),
            ],
          ],
    ),
  ),
});

const hourMs = 3_600_000;

/** Today hour by hour, as a chart: the price in which each hour begins. */
export const hoursSeries = ({ week, tariff }: TariffFacts, { write }: Asking, voice: MoneyVoice): AssistantSeries => {
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
