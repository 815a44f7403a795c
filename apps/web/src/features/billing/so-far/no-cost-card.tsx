import { utilityIds } from '@wattershed/catalogue';
import type { BillSoFar } from '@wattershed/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button, buttonStyle } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { useBillFormat } from '../use-bill-format.ts';

export interface NoPricesProps {
  soFar: BillSoFar;
  /** Left out for whoever may only look. */
  onEnter?: (() => void) | undefined;
  className?: string;
}

/** No tariff is in force: the use is there, the money waits for the prices. */
export function NoPricesCard({ soFar, onEnter, className }: NoPricesProps) {
  const { t } = useTranslation('billing');
  const { used, format } = useBillFormat();
  const billed = utilityIds.filter((utility) => soFar.amounts[utility].used !== 0);
  const amounts = billed.map((utility) => used(utility, soFar.amounts[utility].used));
  return (
    <Card id="so-far" {...(className !== undefined && { className })}>
      <StatePanel
        kind="empty"
        title={t('none.title')}
        text={
          <>
            {t('none.text')}
            {amounts.length > 0 && (
              <span className="mt-2 block font-semibold text-ink">
                {t('none.used', { amounts: format.list(amounts) })}
              </span>
            )}
            {onEnter === undefined && <span className="mt-2 block">{t('none.viewer')}</span>}
          </>
        }
        actions={onEnter !== undefined && <Button onClick={onEnter}>{t('none.enter')}</Button>}
      />
    </Card>
  );
}

/** Prices without a meter that has ever reported. */
export function NoReadingsCard({ className }: { className?: string }) {
  const { t } = useTranslation('billing');
  return (
    <Card id="so-far" {...(className !== undefined && { className })}>
      <StatePanel
        kind="empty"
        title={t('noReadings.title')}
        text={t('noReadings.text')}
        actions={
          <Link to="/devices/connect" className={buttonStyle()}>
            {t('noReadings.connect')}
          </Link>
        }
      />
    </Card>
  );
}
