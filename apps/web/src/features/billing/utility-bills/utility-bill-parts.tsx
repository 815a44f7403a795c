import type { UtilityBillRow } from '@wattershed/database';
import { useTranslation } from 'react-i18next';
import { useBillFormat } from '../use-bill-format.ts';
import { type ComparedBill, saidOf, sentenceOf, signedMoney, sortedParts } from './utility-bill-words.ts';

/** Why the two differ: each reason with what it comes to, what each side says, and what can be done. */
export function UtilityBillParts({ bill, answer }: { bill: UtilityBillRow; answer: ComparedBill }) {
  const { t } = useTranslation('utility-bills');
  const write = useBillFormat(bill.currency);
  const parts = sortedParts(answer);
  const signed = (amount: string) => signedMoney(amount, bill.currency, write.format.locale);
  if (parts.length === 0) return <p>{t('reconcile.agree')}</p>;
  return (
    <section>
      <h3 className="font-semibold">{t('reconcile.why')}</h3>
      <ul>
        {parts.map((part) => {
          const sentence = sentenceOf(part);
          return (
            <li
              key={part.kind}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line py-3"
              data-part={part.kind}
            >
              <p>
                <span className="font-semibold">{t(`part.${part.kind}.name`)}</span>
                <span className="block">{t(`say.${sentence}`, saidOf(part, answer, { t, write }))}</span>
                <span className="mt-1 block text-small text-ink-soft">{t(`part.${part.kind}.advice`)}</span>
              </p>
              <span className="figures font-[650]">{signed(part.amount)}</span>
            </li>
          );
        })}
      </ul>
      <p className="flex justify-between gap-4 pt-3 font-semibold">
        {t('reconcile.sum')}
        <span className="figures" data-difference>
          {signed(answer.difference)}
        </span>
      </p>
    </section>
  );
}
