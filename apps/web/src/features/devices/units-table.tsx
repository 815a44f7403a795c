import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';

// What a meter shows, and what it is multiplied by to be sent.
const factors = [
  ['kWh', '× 1,000', 'Wh'],
  ['m³', '× 1,000,000', 'mL'],
  ['L', '× 1,000', 'mL'],
  ['gal', '× 3,785.411784', 'mL'],
] as const;

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
