import { Cell, HeaderCell, Table } from '../table.tsx';
import type { ChartData } from './series-look.ts';

/** The chart's figures as a table: the same words in the same order. */
export function ChartTable({ caption, data, soFar }: { caption: string; data: ChartData; soFar: string }) {
  return (
    <Table caption={caption}>
      <thead className="sticky top-0 bg-card">
        <tr>
          <HeaderCell>{data.placeHeading}</HeaderCell>
          {data.series.map(({ key, name }) => (
            <HeaderCell key={key} numeric>
              {name}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.places.map((place, at) => (
          <tr key={place.key}>
            <th scope="row" className="border-b border-line py-2.5 pr-2 text-left font-normal">
              {place.name}
              {place.isUnfinished === true && `, ${soFar}`}
            </th>
            {data.series.map(({ key, texts }) => (
              <Cell key={key} numeric className="whitespace-nowrap">
                {texts[at]}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The table as a file: plain numbers with a point, empty where nothing was measured; beside them how much of each was estimated. */
export function chartCsv({ placeHeading, places, series }: ChartData, estimated: string): string {
  const columns = series.flatMap(({ name, unit, values, estimated: parts }) => [
    { title: `${name} (${unit})`, values },
    ...(parts?.some((part) => (part ?? 0) > 0) === true
      ? [{ title: `${name}, ${estimated} (${unit})`, values: values.map((value, i) => value && (parts[i] ?? 0)) }]
      : []),
  ]);
  const head = [placeHeading, ...columns.map(({ title }) => title)];
  const rows = places.map(({ name }, at) => [name, ...columns.map(({ values }) => values[at] ?? null)]);
  return [head, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // A spreadsheet would run a name that begins like a formula.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
