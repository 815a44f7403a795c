/** Unit rates as suppliers' interfaces give them: Octopus Energy in pence with and without VAT, Tibber in all that a kWh costs. */
import type { PricePoint } from '../../domain/tariff/price-series.ts';
import { z } from 'zod';
import { plainPrice, type PriceFile, type PriceFileOptions, refuse, seriesOfPoints } from './price-file.ts';

/** Rows are read one by one, so that a wrong one is named. */
export const ratesForm = z.object({ results: z.array(z.looseObject({ valid_from: z.unknown() })) });

const textOf = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : JSON.stringify(value ?? null);

const isInstant = (value: unknown): value is string => z.iso.datetime({ offset: true }).safeParse(value).success;

/** What a row says, or what of it cannot be read. */
type ReadPoint = PricePoint | { readonly wrong: 'price-wrong' | 'time-wrong'; readonly value: unknown };

const readRows = <Row>(
  rows: readonly Row[],
  { series }: PriceFileOptions,
  pointOf: (row: Row) => ReadPoint,
): PriceFile => {
  if (series === undefined) return refuse('series-missing', '');
  const points: PricePoint[] = [];
  for (const [i, row] of rows.entries()) {
    const point = pointOf(row);
    if ('wrong' in point) return refuse(point.wrong, textOf(point.value), i + 1);
    points.push(point);
  }
  const result = seriesOfPoints(series, points);
  return result.ok ? { ok: true, kind: 'prices', series: [result.series] } : result;
};

/** Both prices are kept where both are given, so that a tariff takes the one that goes with its tax. */
export const readRates = ({ results }: z.infer<typeof ratesForm>, options: PriceFileOptions): PriceFile =>
  readRows(results, options, ({ value_exc_vat: excluded, value_inc_vat: included, valid_from: from }) => {
    if (!isInstant(from)) return { wrong: 'time-wrong', value: from };
    const startS = Date.parse(from) / 1000;
    const [without, withTax] = [excluded, included].map((pence) =>
      pence === undefined || pence === null ? undefined : plainPrice(textOf(pence), 2),
    );
    if (without === null || withTax === null || (without ?? withTax) === undefined)
      return { wrong: 'price-wrong', value: without === null ? excluded : included };
    return without === undefined
      ? { startS, price: withTax ?? '0', tax: 'included' }
      : { startS, price: without, tax: 'excluded', ...(withTax !== undefined && { withTax }) };
  });

const tibberRow = z.looseObject({ total: z.unknown(), startsAt: z.string() });
type TibberRow = z.infer<typeof tibberRow>;

/** Lists of prices wherever in an answer they stand: of today, tomorrow, or a range of days. */
export const tibberRows = (value: unknown): TibberRow[] => {
  if (Array.isArray(value) && tibberRow.safeParse(value[0]).success) return value as TibberRow[];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(tibberRows) : [];
};

export const readTibber = (rows: readonly TibberRow[], options: PriceFileOptions): PriceFile => {
  // A range of days may hold today's too.
  const byStart = new Map(rows.map((row) => [row?.startsAt, row]));
  return readRows([...byStart.values()], options, (row) => {
    if (!isInstant(row?.startsAt)) return { wrong: 'time-wrong', value: row?.startsAt };
    const price = plainPrice(textOf(row.total));
    if (price === null) return { wrong: 'price-wrong', value: row.total };
    return { startS: Date.parse(row.startsAt) / 1000, price, tax: 'included' };
  });
};
