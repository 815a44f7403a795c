import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MarkdownSide } from '../../ui/markdown.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';

export interface AnswerTableProps {
  /** The head first. */
  rows: readonly (readonly ReactNode[])[];
  /** Of each column; numbers stand at the right. */
  sides: readonly MarkdownSide[];
}

/** A table of an answer's own text. */
export function AnswerTable({ rows: [head = [], ...rows], sides }: AnswerTableProps) {
  const { t } = useTranslation('assistant');
  const isNumeric = (column: number) => sides[column] === 'right';
  return (
    <Table caption={t('table')} className="text-small [&_td]:py-1.5">
      <thead>
        <tr>
          {head.map((cell, column) => (
            // oxlint-disable-next-line react/no-array-index-key -- columns have no other name
            <HeaderCell key={column} numeric={isNumeric(column)}>
              {cell}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          // oxlint-disable-next-line react/no-array-index-key -- the tree is made anew with the text
          <tr key={row}>
            {cells.map((cell, column) => (
              // oxlint-disable-next-line react/no-array-index-key -- columns have no other name
              <Cell key={column} numeric={isNumeric(column)} className="whitespace-nowrap">
                {cell}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
