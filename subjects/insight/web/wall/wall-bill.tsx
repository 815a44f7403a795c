import { useTranslation } from 'react-i18next';
import type { Format } from '#shell/text/format.ts';
import { dateOf } from '#shell/text/local-day.ts';
import type { WallAnswer } from '../../contract/wall.ts';

type Bill = WallAnswer['bill'];

const dayMs = 86_400_000;

/** The open bill: the largest figure of the screen, and where it is heading. */
export function WallBill({ bill, format }: { bill: Bill; format: Format }) {
  const { t } = useTranslation('wall');
  const { start, end, daysLeft, total, isPartly } = bill;
  const period = format.range(dateOf(start), dateOf(end).getTime() - dayMs, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
  });
  return (
    <section aria-labelledby="wall-bill" className="min-w-0">
      <h2 id="wall-bill" className="flex flex-wrap items-baseline justify-between gap-x-[1em]">
        <span className="text-[1.15em] font-[650]">{t('bill.title')}</span>
        <span className="figures text-[0.95em] font-normal">
          {period} · {t('bill.daysLeft', { count: daysLeft })}
        </span>
      </h2>
      {total === null ? (
        <>
          <p className="mt-[0.2em] text-[2.4em] leading-tight font-[680]">{t('bill.noPrices')}</p>
          <p>{t('bill.choosePrices')}</p>
        </>
      ) : (
        <>
          <Lead text={format.money(Number(total))} amount={total} />
          <BillBar bill={bill} total={Number(total)} />
          <p className="mt-[0.3em] text-[1.15em] font-[650]">{headingText(t, format, bill)}</p>
          <BillMarks bill={bill} format={format} />
          {isPartly && <p className="text-[0.95em]">{t('bill.partly')}</p>}
        </>
      )}
    </section>
  );
}

/** As large as its column takes. */
function Lead({ text, amount }: { text: string; amount: string }) {
  return (
    <p
      className="figures leading-[1.15] font-[680] whitespace-nowrap"
      style={{ fontSize: `${Math.min(5.2, 31 / text.length)}em` }}
      data-wall-bill={amount}
    >
      {text}
    </p>
  );
}

type Translate = ReturnType<typeof useTranslation<'wall'>>['t'];

function headingText(t: Translate, format: Format, { likely, likelyMissing }: Bill): string {
  if (likely === null) return t(`bill.noLikely.${likelyMissing ?? 'history-short'}`);
  // Without cents: it is only likely.
  const about = (amount: string) => format.money(Number(amount), Math.abs(Number(amount)) >= 20 ? 0 : undefined);
  const [low, amount, high] = [about(likely.low), about(likely.expected), about(likely.high)];
  return low === high ? t('bill.headingOnly', { amount }) : t('bill.heading', { low, amount, high });
}

/** Solid so far, hatched to where it is heading, dotted to the end of the range; a line for the budget, a triangle for the last bill. */
function BillBar({ bill: { likely, budget, last }, total }: { bill: Bill; total: number }) {
  const [expected, high] = [Number(likely?.expected ?? 0), Number(likely?.high ?? 0)];
  const whole = Math.max(total, expected, high, Number(budget ?? 0), Number(last?.total ?? 0), 0.01) * 1.12;
  const share = (amount: number | string) => `${Math.min(100, Math.max(0, (Number(amount) / whole) * 100))}%`;
  return (
    <svg aria-hidden="true" className="mt-[0.3em] block h-[2em] w-full overflow-visible">
      <defs>
        <pattern id="wall-likely" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="3.5" height="8" />
        </pattern>
        <pattern id="wall-range" width="8" height="8" patternUnits="userSpaceOnUse">
          <circle cx="4" cy="4" r="1.4" />
        </pattern>
      </defs>
      <rect
        y="0.3em"
        width={share(high)}
        height="1.1em"
        fill="url(#wall-range)"
        stroke="currentColor"
        strokeWidth="2"
      />
      <rect y="0.3em" width={share(expected)} height="1.1em" fill="white" />
      <rect y="0.3em" width={share(expected)} height="1.1em" fill="url(#wall-likely)" />
      <rect y="0.3em" width={share(total)} height="1.1em" />
      <rect y="0.3em" width="100%" height="1.1em" fill="none" stroke="currentColor" strokeWidth="2" />
      {budget !== null && (
        <>
          <line x1={share(budget)} x2={share(budget)} y1="0" y2="1.7em" stroke="white" strokeWidth="8" />
          <line x1={share(budget)} x2={share(budget)} y1="0" y2="1.7em" stroke="currentColor" strokeWidth="4" />
        </>
      )}
      {last !== null && (
        <svg x={share(last.total)} y="1.45em" overflow="visible">
          <path d="M0 0l7 11h-14z" />
        </svg>
      )}
    </svg>
  );
}

/** What the marks of the bar are. */
function BillMarks({ bill: { budget, last }, format }: { bill: Bill; format: Format }) {
  const { t } = useTranslation('wall');
  if (budget === null && last === null) return null;
  return (
    <p className="figures flex flex-wrap gap-x-[1.2em] text-[0.95em]">
      {budget !== null && (
        <span className="inline-flex items-center gap-[0.4em]">
          <svg aria-hidden="true" viewBox="0 0 4 16" className="h-[1em] w-[0.25em]">
            <path d="M0 0h4v16h-4z" />
          </svg>
          {t('bill.budget', { amount: format.money(Number(budget)) })}
        </span>
      )}
      {last !== null && (
        <span className="inline-flex items-center gap-[0.4em]">
          <svg aria-hidden="true" viewBox="0 0 14 11" className="w-[0.8em]">
            <path d="M7 0l7 11h-14z" />
          </svg>
          {t('bill.last', { amount: format.money(Number(last.total)) })}
        </span>
      )}
    </p>
  );
}
