import { useTranslation } from 'react-i18next';

/** An amount with a mark of its own, and how it is written there. */
export interface PaceMark {
  amount: number;
  text: string;
}

interface BillPaceProps {
  soFar: number;
  /** What the whole cycle may come to; absent while nobody can tell. */
  likely?: { low: number; high: number } | undefined;
  budget?: PaceMark | undefined;
  lastBill?: PaceMark | undefined;
}

/** Labels this near to each other, in hundredths of the bar, would touch. */
const tooNear = 34;

/** So far is full, what is likely to come is hatched and its range paler; a line stands at the budget, a triangle at the last bill. */
export function BillPace({ soFar, likely, budget, lastBill }: BillPaceProps) {
  const { t } = useTranslation('bill-card');
  const whole = Math.max(likely?.high ?? 0, lastBill?.amount ?? 0, budget?.amount ?? 0, soFar) * 1.12 || 1;
  const place = (amount: number) => Math.max(0, Math.min(100, (amount / whole) * 100));
  const width = (amount: number) => ({ width: `${place(amount)}%` });
  const isNear = budget !== undefined && Math.abs(place(budget.amount) - place(soFar)) < tooNear;
  return (
    <div className="mt-2" aria-hidden="true">
      <div className="figures relative h-6 text-small text-ink-soft">
        {!isNear && <Label at={place(soFar)}>{t('today')}</Label>}
        {budget !== undefined && <Label at={place(budget.amount)}>{t('budget', { amount: budget.text })}</Label>}
      </div>
      <div className="relative h-3">
        <span className="absolute inset-0 rounded-full bg-line" />
        {likely !== undefined && (
          <>
            <span className="absolute inset-y-0 left-0 rounded-full opacity-45 hatch-leaf" style={width(likely.high)} />
            <span className="absolute inset-y-0 left-0 rounded-full hatch-leaf" style={width(likely.low)} />
          </>
        )}
        <span
          className="absolute inset-y-0 left-0 rounded-full bg-leaf forced-color-adjust-none"
          style={width(soFar)}
        />
        {budget !== undefined && (
          <span
            className="absolute -inset-y-1.5 w-0.5 bg-ink forced-color-adjust-none"
            style={{ left: `${place(budget.amount)}%` }}
          />
        )}
      </div>
      <div className="figures relative h-6 text-small text-ink-soft">
        {lastBill !== undefined && (
          <>
            <span
              className="absolute top-1 border-x-5 border-b-7 border-x-transparent border-b-ink-soft -translate-x-1/2"
              style={{ left: `${place(lastBill.amount)}%` }}
            />
            <Label at={place(lastBill.amount)} gap={2}>
              {t('lastBill', { amount: lastBill.text })}
            </Label>
          </>
        )}
      </div>
    </div>
  );
}

/** Written towards the middle of the bar, so that it never leaves it. */
function Label({ at, gap = 0, children }: { at: number; gap?: number; children: string }) {
  const style = at > 50 ? { right: `${100 - at + gap}%` } : { left: `${at + gap}%` };
  return (
    <span className="absolute bottom-0 whitespace-nowrap" style={style}>
      {children}
    </span>
  );
}
