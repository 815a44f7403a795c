/**
 * Day-ahead prices of Spain and Portugal as the market's operator publishes them: a file a day (`marginalpdbc_20261122.1`), without a key. Its rows
 * are the day's periods one after the other, hours until September 2025 and quarter-hours since: `2026;11;22;1;105.1;104.9;`, Portugal first.
 */
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import { dayStartS } from '#subjects/bills/domain/tariff/interval-use.ts';
import { type MarketPrice, pulledPrices } from './market-prices.ts';
import { type Ask, definePull, type Pulled, PullFault } from './pull.ts';

const hourS = 3600;
const dayS = 86_400;
/** One after the other: a file is some kilobytes. */
const daysAtOnce = 14;
/** Older days that they do not have are not waited for. */
const patienceS = 7 * dayS;
const columns: Readonly<Record<string, number>> = { PT: 4, ES: 5 };
/** Portugal's file too goes by the clock of Madrid. */
const madrid = zoneOffsets('Europe/Madrid');

const dayOf = (atS: number): LocalDay => new Date((atS + madrid(atS)) * 1000).toISOString().slice(0, 10);
const startOf = (day: LocalDay): number => dayStartS(day, madrid);

/** Null: no such file. */
const readDay = async (ask: Ask, day: LocalDay): Promise<string | null> => {
  const name = `marginalpdbc_${day.replaceAll('-', '')}.1`;
  try {
    const text = await ask.text(`/es/file-download?parents=marginalpdbc&filename=${name}`);
    return text.trim() === '' ? null : text;
  } catch (error) {
    if (error instanceof PullFault && error.code === 'nothing-there') return null;
    throw error;
  }
};

/** A day that is not whole is a file that was cut off. */
const pricesOf = (text: string, day: LocalDay, column: number): MarketPrice[] => {
  const [head = '', ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const rows = lines.filter((line) => line.trim() !== '*').map((line) => line.split(';'));
  const dayLengthS = startOf(addDays(day, 1)) - startOf(day);
  const stepS = dayLengthS / rows.length;
  const isOfDay = ([year, month, date]: string[]) =>
    [year, month?.padStart(2, '0'), date?.padStart(2, '0')].join('-') === day;
  const isWhole = rows.every((row, i) => isOfDay(row) && Number(row[3]) === i + 1);
  if (!head.startsWith('MARGINALPDBC') || ![hourS, hourS / 4].includes(stepS) || !isWhole)
    throw new PullFault('not-understood');
  return rows.map((row, i) => ({ startS: startOf(day) + i * stepS, stepS, price: row[column]?.trim() ?? '' }));
};

export const omie = definePull({
  id: 'omie',
  label: 'OMIE',
  base: 'https://www.omie.es',
  fills: 'prices',
  flows: [],
  hasKey: false,
  settings: { place: Object.keys(columns).toReversed() },
  everyS: 3 * hourS,
  next: async ({ settings: { place = '' }, from, now }, ask): Promise<Pulled> => {
    const tomorrow = addDays(dayOf(now), 1);
    const prices: MarketPrice[] = [];
    let day = dayOf(from);
    for (let asked = 0; asked < daysAtOnce && day <= tomorrow; asked += 1) {
      const text = await readDay(ask, day);
      if (text !== null && (day < tomorrow || text.startsWith('MARGINALPDBC')))
        prices.push(...pricesOf(text, day, columns[place] ?? 0));
      else if (day === tomorrow) break;
      else if (startOf(day) >= now - patienceS) throw new PullFault('nothing-there');
      day = addDays(day, 1);
    }
    return pulledPrices(`omie-${place.toLowerCase()}`, prices, { from, end: startOf(day), now, patienceS: 0 });
  },
});
