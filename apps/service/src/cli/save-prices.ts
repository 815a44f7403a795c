/** The operator's market prices and day colours, from a file, for every household whose tariff names them. */
import { readFile } from 'node:fs/promises';
import type postgres from 'postgres';
import { readPriceFile } from '../sources/prices/index.ts';
import type { Terminal } from './terminal.ts';

export const savePrices = async (
  sql: postgres.Sql,
  path: string,
  terminal: Terminal,
  rest: readonly string[],
): Promise<number> => {
  const per = rest.includes('MWh') ? 'MWh' : 'kWh';
  const series = rest.find((word) => word !== 'MWh' && word !== 'kWh');
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) {
    terminal.complain(`There is no file ${path || '(none given)'}.`);
    return 1;
  }
  const file = readPriceFile(text, { series, per, timeZone: 'UTC' });
  if (!file.ok) {
    const { code, line, value } = file.fault;
    terminal.complain(
      `${path}${line === undefined ? '' : `, line ${line}`}: ${code}${value === '' ? '' : ` (${value})`}`,
    );
    return 1;
  }
  const prices =
    file.kind === 'prices'
      ? file.series.map(({ series: name, stepS, points }) => ({
          series: name,
          stepS,
          starts: points.map(({ startS }) => startS),
          prices: points.map(({ price }) => price),
        }))
      : [];
  const colours = file.kind === 'colours' ? file.series : [];
  const [row] = await sql<{ n: number }[]>`
    select private.save_market(${JSON.stringify(prices)}::text::jsonb, ${JSON.stringify(colours)}::text::jsonb) as n`;
  const names = file.series.map((one) => one.series).join(', ');
  terminal.say(`${names}: ${row?.n ?? 0} new or other than before.`);
  return 0;
};
