import { useTranslation } from 'react-i18next';
import { classNames } from '#shell/ui/class-names.ts';

export interface BillPaceProps {
  soFar: number;
  /** What the whole cycle may come to at most; the same as so far while nobody can tell. */
  likelyHigh: number;
  lastBill: { amount: number; text: string } | undefined;
  isInvented: boolean;
}

/** So far is full, what is likely to come is hatched and lighter, and a mark stands at the last bill. */
export function BillPace({ soFar, likelyHigh, lastBill, isInvented }: BillPaceProps) {
  const { t } = useTranslation('billing');
  const whole = Math.max(likelyHigh, lastBill?.amount ?? 0, soFar) * 1.1 || 1;
  const place = (amount: number) => Math.max(0, Math.min(100, (amount / whole) * 100));
  const share = (amount: number) => `${place(amount)}%`;
  return (
    <div className="mt-2" aria-hidden="true">
      <div className="relative h-6 text-small text-ink-soft">
        {lastBill !== undefined && (
          <span
            className="absolute bottom-0 px-1 whitespace-nowrap"
            style={
              place(lastBill.amount) > 50
                ? { right: `${100 - place(lastBill.amount)}%` }
                : { left: share(lastBill.amount) }
            }
          >
            {t('soFar.lastBill', { amount: lastBill.text })}
          </span>
        )}
      </div>
      <div className="relative h-3">
        <span className="absolute inset-0 rounded-full bg-line" />
        <span
          className="absolute inset-y-0 left-0 rounded-full border border-dotted border-leaf opacity-60 hatch-leaf"
          style={{ width: share(likelyHigh) }}
        />
        <span
          className={classNames(
            'absolute inset-y-0 left-0 rounded-full bg-leaf forced-color-adjust-none',
            isInvented && 'opacity-85',
          )}
          style={{ width: share(soFar) }}
        />
        {lastBill !== undefined && (
          <span
            className="absolute -inset-y-1 w-0.5 bg-ink forced-color-adjust-none"
            style={{ left: share(lastBill.amount) }}
          />
        )}
      </div>
    </div>
  );
}
