import { factsOf, unitName, utilityIds } from '@wattershed/catalogue';
import { useTranslation } from 'react-i18next';
import { numberWriter } from '../../platform/writers.ts';
import { Card } from '../../ui/card.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';

const write = numberWriter('en-US', { maximumFractionDigits: 6 });

/** What a meter shows, and what it is multiplied by to be sent. */
const factors = utilityIds.flatMap((utility) => {
  const { base, counter, amount } = factsOf(utility);
  const shown = {
    [unitName(counter.unit)]: counter.size,
    [amount.metric.unit]: amount.metric.size,
    [amount.us.unit]: amount.us.size,
  };
  return Object.entries(shown).map(([unit, size]) => [unit, `× ${write.format(size)}`, base] as const);
});

export function UnitsTable() {
  const { t } = useTranslation('devices');
  return (
    <Card title={t('units.title')}>
      <p className="mb-2 max-w-2xl text-ink-soft">{t('units.text')}</p>
      <Table caption={t('units.title')} className="max-w-md">
        <thead>
          <tr>
            <HeaderCell>{t('units.shown')}</HeaderCell>
            <HeaderCell numeric>{t('units.factor')}</HeaderCell>
            <HeaderCell>{t('units.sent')}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {factors.map(([shown, factor, sent]) => (
            <tr key={shown}>
              <Cell>{shown}</Cell>
              <Cell numeric>{factor}</Cell>
              <Cell>{sent}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
