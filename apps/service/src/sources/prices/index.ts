/** The door of price files: JSON of ESIOS or Octopus, or a table. */
import { archiveForm, indicatorForm, readArchive, readIndicator } from './esios.ts';
import { ratesForm, readRates } from './octopus.ts';
import { readPriceCsv } from './price-csv.ts';
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
  const rates = ratesForm.safeParse(value);
  return rates.success ? readRates(rates.data, options) : refuse('prices-unreadable', '');
};

export const readPriceFile = (text: string, options: PriceFileOptions): PriceFile =>
  /^\s*[[{]/.test(text.replace(/^\ufeff/, '')) ? readJson(text, options) : readPriceCsv(text, options);
