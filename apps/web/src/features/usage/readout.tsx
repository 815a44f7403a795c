import { utilities, utilityIds } from '@wattershed/catalogue';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../ui/class-names.ts';
import { UtilitySwatch } from '../../ui/utility-mark.tsx';
import { useAmountText } from './amount-text.ts';
import type { UsePoint } from './week-points.ts';

/** The place of a chart that is being read, in figures; its swatches are the legend. */
export function Readout({ point }: { point: UsePoint | undefined }) {
  const { t } = useTranslation('usage');
  const amountText = useAmountText();
  if (point === undefined) return null;
  return (
    <p className="flex min-h-6 flex-wrap items-baseline gap-x-4 gap-y-0.5 text-small">
      <span className="text-ink-soft">
        {point.name}
        {point.isUnfinished && `, ${t('chart.soFar')}`}
      </span>
      {utilityIds.map((utility) => (
        <span
          key={utility}
          className={classNames('figures inline-flex items-center gap-1.5 font-semibold', utilities[utility].look.text)}
        >
          <UtilitySwatch utility={utility} /> {amountText.one(utility, point[utility])}
        </span>
      ))}
    </p>
  );
}
