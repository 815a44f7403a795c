import type { AssistantResult } from '@wattershed/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';
import { PageLink } from './answer-text.tsx';
import { inAppAddress } from './in-app-address.ts';
import { SeriesChart } from './series-chart.tsx';

/** What was looked at for an answer: a quiet line to its page, with its table or chart. */
export function ResultItem({ result: { title, link, table, series } }: { result: AssistantResult }) {
  const to = link === null ? undefined : inAppAddress(link);
  return (
    <li className="space-y-1.5 text-small">
      {to === undefined ? (
        <span className="text-ink-soft">{title}</span>
      ) : (
        <PageLink to={to} quiet>
          {title}
        </PageLink>
      )}
      {series !== undefined && series.points.length > 0 && <SeriesChart title={title} series={series} />}
      {table !== undefined && <ResultTable title={title} table={table} />}
    </li>
  );
}

const shownFirst = 5;

/** What stands on further lines explains the first: it is small, and keeps the table narrow. */
function CellText({ text }: { text: string }) {
  const [first, ...others] = text.split('\n');
  return (
    <>
      {first}
      {others.length > 0 && (
        <span className="block text-[0.8125rem] leading-snug text-ink-soft">{others.join(' ')}</span>
      )}
    </>
  );
}

function ResultTable({
  title,
  table: { columns, rows },
}: {
  title: string;
  table: NonNullable<AssistantResult['table']>;
}) {
  const { t } = useTranslation('assistant');
  const [isWhole, setIsWhole] = useState(rows.length <= shownFirst + 1);
  return (
    <>
      <Table caption={title} className="[&_td]:py-1.5">
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.title} numeric={column.isNumber}>
                {column.title}
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {(isWhole ? rows : rows.slice(0, shownFirst)).map((cells, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no other name and never change
            <tr key={row}>
              {cells.map((cell, column) => {
                const isNumber = columns[column]?.isNumber === true;
                return (
                  <Cell
                    key={columns[column]?.title ?? column}
                    numeric={isNumber}
                    className={isNumber ? 'whitespace-nowrap' : undefined}
                  >
                    <CellText text={cell} />
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Table>
      {!isWhole && (
        <Button look="quiet" size="small" className="-ml-3" onClick={() => setIsWhole(true)}>
          {t('showAll', { count: rows.length })}
        </Button>
      )}
    </>
  );
}
