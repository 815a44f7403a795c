import type { RejectionCode } from '@wattershed/contracts';
import { readDescriptionPage } from '@wattershed/contracts/description';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';

const codes = {
  'unknown-meter': true,
  'implausible-jump': true,
  'negative-amount': true,
  'in-the-future': true,
  conflict: true,
  'too-old': true,
  'wrong-kind': true,
  'invalid-reading': true,
} satisfies Record<RejectionCode, true>;

/** What the answer's codes mean, and where the whole interface is described. */
export function RejectionTable() {
  const { t } = useTranslation('devices');
  return (
    <Card title={t('rejections.title')}>
      <p className="mb-2 max-w-2xl text-ink-soft">{t('rejections.text')}</p>
      <Table caption={t('rejections.title')}>
        <thead>
          <tr>
            <HeaderCell className="w-44">{t('rejections.code')}</HeaderCell>
            <HeaderCell>{t('rejections.meaning')}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(codes) as RejectionCode[]).map((code) => (
            <tr key={code}>
              <Cell className="align-top">
                <code>{code}</code>
              </Cell>
              <Cell>{t(`rejections.${code}`)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="mt-4">
        <a
          href={readDescriptionPage.path}
          className="inline-flex min-h-11 items-center font-semibold text-leaf underline underline-offset-4"
        >
          {t('rejections.docs')}
        </a>
      </p>
    </Card>
  );
}
