/** The operator's market prices and day colours, from a file, for every household whose tariff names them. */
import { readFile } from 'node:fs/promises';
import type postgres from 'postgres';
import { marketRows } from '../modules/tariffs/index.ts';
import { readPriceFile } from '../sources/prices/index.ts';
import type { Terminal } from './terminal.ts';

export const savePrices = async (
  sql: postgres.Sql,
  path: string,
  terminal: Terminal,
  rest: readonly string[],
): Promise<number> => {
  const per = rest.includes('MWh') ? 'MWh' : 'kWh';
  const tax = rest.includes('with-tax') ? 'included' : rest.includes('without-tax') ? 'excluded' : undefined;
  const series = rest.find((word) => !['MWh', 'kWh', 'with-tax', 'without-tax'].includes(word));
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) {
    terminal.complain(`There is no file ${path || '(none given)'}.`);
    return 1;
  }
  const file = readPriceFile(text, { series, per, tax, timeZone: 'UTC' });
  if (!file.ok) {
    const { code, line, value } = file.fault;
    terminal.complain(
      `${path}${line === undefined ? '' : `, line ${line}`}: ${code}${value === '' ? '' : ` (${value})`}`,
    );
    return 1;
  }
  const { prices, colours } = marketRows(file);
  const [row] = await sql<{ n: number }[]>`
    select private.save_market(${JSON.stringify(prices)}::text::jsonb, ${JSON.stringify(colours)}::text::jsonb) as n`;
  const names = file.series.map((one) => one.series).join(', ');
  terminal.say(`${names}: ${row?.n ?? 0} new or other than before.`);
  return 0;
};
