import { utilityIds } from '#catalogue/index.ts';
import type { BillSoFar } from '../../contract/billing.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { buttonStyle } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import { useBillFormat } from '../use-bill-format.ts';
import { Info } from 'lucide-react';
import { Suspense } from 'react';
import { classNames } from '#shell/ui/class-names.ts';
import { toEnterPrices } from '../billing-frame.tsx';
import { MarketLink, useNamesMissingSeries } from '../market/market-series.tsx';

export interface NoPricesProps {
  soFar: BillSoFar;
  /** Not for whoever may only look. */
  mayEnter: boolean;
  className?: string;
}

/** No tariff is in force: the use is there, the money waits for the prices. */
export function NoPricesCard({ soFar, mayEnter, className }: NoPricesProps) {
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
            {!mayEnter && <span className="mt-2 block">{t('none.viewer')}</span>}
          </>
        }
        actions={
          mayEnter && (
            <Link to="/billing/prices" state={toEnterPrices} className={buttonStyle()}>
              {t('none.enter')}
            </Link>
          )
        }
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

/** What is missing and what to do, said calmly: nobody's hand is needed this minute. */
export function MissingNotes({
  label,
  notes,
  className,
}: {
  label: string;
  notes: readonly string[];
  className?: string;
}) {
  const namesMissingSeries = useNamesMissingSeries();
  if (notes.length === 0) return null;
  return (
    <div className={classNames('rounded-control border border-line bg-paper px-3 py-2.5 text-small', className)}>
      <ul aria-label={label} className="space-y-1.5">
        {notes.map((note) => (
          <li key={note} className="flex items-start gap-2 [overflow-wrap:anywhere]">
            <Info className="mt-px size-[18px] shrink-0 text-ink-soft" aria-hidden />
            <span>{note}</span>
          </li>
        ))}
      </ul>
      {notes.some(namesMissingSeries) && (
        <Suspense>
          <p className="mt-1.5 pl-[26px]">
            <MarketLink />
          </p>
        </Suspense>
      )}
    </div>
  );
}
