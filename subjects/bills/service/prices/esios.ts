/** Prices of the Spanish grid operator's ESIOS, in EUR/MWh and without taxes: an indicator (api.esios.ree.es) or the daily PVPC archive. */
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import { dayStartS } from '../../domain/tariff/interval-use.ts';
import type { PricePoint } from '../../domain/tariff/price-series.ts';
import { z } from 'zod';
import { plainPrice, type PriceFile, refuse, seriesOfPoints } from './price-file.ts';

export const indicatorForm = z.object({
  indicator: z.object({
    id: z.number(),
    // Rows are read one by one, so that a wrong one is named.
    values: z.array(z.looseObject({ datetime: z.unknown(), geo_name: z.unknown() })),
  }),
});

export const archiveForm = z.object({
  PVPC: z.array(z.looseObject({ Dia: z.unknown() })),
});

/** `Península` → `peninsula`. */
const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const allSeries = (byName: ReadonlyMap<string, readonly PricePoint[]>): PriceFile => {
  const results = [...byName].map(([name, points]) => seriesOfPoints(name, points, []));
  const series = [];
  for (const result of results) {
    if (!result.ok) return result;
    series.push(result.series);
  }
  return series.length === 0 ? refuse('prices-empty', '') : { ok: true, kind: 'prices', series };
};

/** The instant is read from `datetime` and its offset: `datetime_utc` is wrong in the hour that comes twice. */
export const readIndicator = ({ indicator }: z.infer<typeof indicatorForm>): PriceFile => {
  const byName = new Map<string, PricePoint[]>();
  for (const [i, { value, datetime, geo_name: geo }] of indicator.values.entries()) {
    const time = String(datetime);
    const at = Date.parse(time);
    const price = plainPrice(String(value), 3);
    if (Number.isNaN(at) || !/([+-]\d\d:?\d\d|Z)$/.test(time)) return refuse('time-wrong', time, i + 1);
    if (price === null) return refuse('price-wrong', String(value), i + 1);
    const name = `esios-${indicator.id}-${slugOf(String(geo))}`;
    const points = byName.get(name) ?? [];
    points.push({ startS: at / 1000, price, tax: 'excluded' });
    byName.set(name, points);
  }
  return allSeries(byName);
};

const offsetAt = zoneOffsets('Europe/Madrid');
const columns = { PCB: 'esios-1001-peninsula', CYM: 'esios-1001-ceuta-melilla' } as const;

/** Rows are the hours of the day one after the other, 23 to 25 of them: what they are called is not the clock's hour in autumn. */
export const readArchive = ({ PVPC: rows }: z.infer<typeof archiveForm>): PriceFile => {
  const byName = new Map<string, PricePoint[]>();
  const seen = new Map<string, number>();
  for (const [i, row] of rows.entries()) {
    const [, date = '', month = '', year = ''] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(String(row.Dia)) ?? [];
    const day = `${year}-${month}-${date}`;
    if (Number.isNaN(Date.parse(day))) return refuse('day-wrong', String(row.Dia), i + 1);
    const hour = seen.get(day) ?? 0;
    seen.set(day, hour + 1);
    for (const column of ['PCB', 'CYM'] as const) {
      const text = String(row[column]);
      const price = plainPrice(text, 3);
      if (price === null) return refuse('price-wrong', text, i + 1);
      const points = byName.get(columns[column]) ?? [];
      points.push({ startS: dayStartS(day, offsetAt) + hour * 3600, price, tax: 'excluded' });
      byName.set(columns[column], points);
    }
  }
  return allSeries(byName);
};
