import { utilityIds } from '@wattershed/catalogue';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';
import { useAmountText } from './amount-text.ts';
import { PairedBars } from './paired-bars.tsx';
import type { UsePoint } from './week-points.ts';

export interface ChartCardProps {
  title: string;
  /** The sentence that the chart proves. */
  sentence: ReactNode;
  pointHeading: string;
  points: readonly UsePoint[];
  isInvented: boolean;
  badge?: ReactNode;
  className?: string;
}

/** A sentence, its chart, and the same figures as a table for those who would rather read. */
export function ChartCard({ title, sentence, pointHeading, points, isInvented, badge, className }: ChartCardProps) {
  const { t } = useTranslation('usage');
  const [asTable, setAsTable] = useState(false);
  const toggle = (
    <span className="flex items-center gap-2">
      {badge}
      <button
        type="button"
        aria-pressed={asTable}
        className="-my-2 inline-flex min-h-11 items-center rounded-control px-2 font-semibold text-leaf hover:bg-leaf-soft"
        onClick={() => setAsTable(!asTable)}
      >
        {asTable ? t('chart.showChart') : t('chart.showTable')}
      </button>
    </span>
  );
  return (
    <Card title={title} aside={toggle} className={classNames('flex flex-col', className)}>
      <p className="mb-3 min-h-[2lh]">{sentence}</p>
      {asTable ? (
        <PointsTable caption={title} pointHeading={pointHeading} points={points} />
      ) : (
        <PairedBars label={title} points={points} isInvented={isInvented} />
      )}
    </Card>
  );
}

function PointsTable({
  caption,
  pointHeading,
  points,
}: {
  caption: string;
  pointHeading: string;
  points: readonly UsePoint[];
}) {
  const { t } = useTranslation('usage');
  const amountText = useAmountText();
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <HeaderCell>{pointHeading}</HeaderCell>
          {utilityIds.map((utility) => (
            <HeaderCell key={utility} numeric>
              {t(utility)}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.key}>
            <Cell>
              {point.name}
              {point.isUnfinished && `, ${t('chart.soFar')}`}
            </Cell>
            {utilityIds.map((utility) => (
              <Cell key={utility} numeric>
                {amountText.one(utility, point[utility])}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
