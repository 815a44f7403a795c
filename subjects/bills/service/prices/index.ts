/** The door of price files: JSON of ESIOS, Octopus or Tibber, or a table. */
import {
  archiveForm,
  indicatorForm,
  ratesForm,
  readArchive,
  readIndicator,
  readPriceCsv,
  readRates,
  readSeries,
  readTibber,
  seriesForm,
  tibberRows,
} from './price-formats.ts';
import { type PriceFile, type PriceFileOptions, refuse } from './price-file.ts';

export type { PriceFile, PriceFileOptions } from './price-file.ts';

const readJson = (text: string, options: PriceFileOptions): PriceFile => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse('prices-unreadable', error instanceof Error ? error.message : '');
  }
  const indicator = indicatorForm.safeParse(value);
  if (indicator.success) return readIndicator(indicator.data);
  const archive = archiveForm.safeParse(value);
  if (archive.success) return readArchive(archive.data);
  const own = seriesForm.safeParse(value);
  if (own.success) return readSeries(own.data, options);
  const rates = ratesForm.safeParse(value);
  if (rates.success) return readRates(rates.data, options);
  const rows = tibberRows(value);
  return rows.length > 0 ? readTibber(rows, options) : refuse('prices-unreadable', '');
};

export const readPriceFile = (file: string, options: PriceFileOptions): PriceFile => {
  const text = file.replace(/^\ufeff/, '');
  return /^\s*[[{]/.test(text) ? readJson(text, options) : readPriceCsv(text, options);
};
