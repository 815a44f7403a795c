import type { RepairAnswer } from '@wattershed/contracts';
import type { Utility } from '@wattershed/catalogue';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import { dateOf } from '../../platform/local-day.ts';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';

/** What a repair changes: use by day, before and after, and how many readings come and go. */
export function RepairPreview({ answer, utility }: { answer: RepairAnswer; utility: Utility }) {
  const { t } = useTranslation('readings');
  const format = useFormat();
  const amount = (used: number) => format.amount(utility, used);
  const { days, changedDays, before, after, readings } = answer;
  const moved = (['removed', 'added', 'released'] as const).filter((what) => readings[what] > 0);
  const figure = ({ used, estimated }: RepairAnswer['before']) => (
    <>
      {amount(used).text}
      {estimated !== 0 && (
        <span className="block text-small text-ink-soft">
          {t('preview.estimated', { amount: amount(estimated).text })}
        </span>
      )}
    </>
  );
  return (
    <div className="space-y-3" role="status">
      <p className="figures font-semibold">
        {changedDays === 0
          ? t('preview.sameUse')
          : t('preview.total', { before: amount(before.used).text, after: amount(after.used).text })}
      </p>
      {moved.length > 0 && (
        <p className="figures text-small text-ink-soft">
          {format.list(moved.map((what) => t(`preview.${what}`, { count: readings[what] })))}
        </p>
      )}
      {days.length > 0 && (
        <Table caption={t('preview.caption')}>
          <thead>
            <tr>
              <HeaderCell>{t('preview.day')}</HeaderCell>
              <HeaderCell numeric>{t('preview.before')}</HeaderCell>
              <HeaderCell numeric>{t('preview.after')}</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {days.map((one) => (
              <tr key={one.day}>
                <Cell>{format.date(dateOf(one.day), { day: 'numeric', month: 'short', timeZone: 'UTC' })}</Cell>
                <Cell numeric>{figure(one.before)}</Cell>
                <Cell numeric className="font-semibold">
                  {figure(one.after)}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {changedDays > days.length && (
        <p className="text-small text-ink-soft">{t('preview.moreDays', { count: changedDays - days.length })}</p>
      )}
    </div>
  );
}
