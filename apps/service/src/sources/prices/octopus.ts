/** Half-hourly unit rates as Octopus Energy's interface gives them: pence per kWh with VAT. */
import { z } from 'zod';
import { type PriceFile, type PriceFileOptions, refuse } from './price-file.ts';
import { dividedByTen, plainPrice } from './price-text.ts';
import { seriesOfPoints } from './series-of-points.ts';

export const ratesForm = z.object({
  results: z.array(z.object({ value_inc_vat: z.number(), valid_from: z.iso.datetime({ offset: true }) })),
});

export const readRates = ({ results }: z.infer<typeof ratesForm>, { series }: PriceFileOptions): PriceFile => {
  if (series === undefined) return refuse('series-missing', '');
  const points = [];
  for (const [i, { value_inc_vat: pence, valid_from: from }] of results.entries()) {
    const price = plainPrice(String(pence));
    if (price === null) return refuse('price-wrong', String(pence), i + 1);
    points.push({ startS: Date.parse(from) / 1000, price: dividedByTen(price, 2) });
  }
  const result = seriesOfPoints(series, points);
  return result.ok ? { ok: true, kind: 'prices', series: [result.series] } : result;
};
