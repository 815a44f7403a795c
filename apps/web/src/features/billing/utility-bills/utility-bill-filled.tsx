import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { useBillFormat } from '../use-bill-format.ts';
import { moneyTold, type ToldBill, type ToldNote } from './utility-bill-told.ts';

export interface UtilityBillFilledProps {
  told: ToldBill;
  notes: readonly ToldNote[];
  currency: string;
  /** The button that filled it in is gone with its list. */
  takesFocus: boolean;
  onTakeBack: () => void;
}

/** What was filled in from where: its lines, and what the person should look at before saving. */
export function UtilityBillFilled({ told, notes, currency, takesFocus, onTakeBack }: UtilityBillFilledProps) {
  const { bill, fileName } = told;
  const { t } = useTranslation('utility-bills');
  const write = useBillFormat(currency);
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) ref.current?.focus();
  }, [takesFocus]);
  return (
    <div className="space-y-2" data-filled>
      <p ref={ref} tabIndex={-1} className="wrap-anywhere outline-none">
        {t('told.filled', { file: fileName })}
      </p>
      {bill.lines.length > 0 && (
        <table className="w-full text-small">
          <caption className="sr-only">{t('told.lines')}</caption>
          <tbody>
            {bill.lines.map(({ part, note, amount }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a bill may say the same
              <tr key={i} className="border-b border-line align-top last:border-b-0">
                <th scope="row" className="py-1 pr-3 text-left font-normal wrap-anywhere">
                  <bdi>{note === '' ? t(`told.rest.${part}`) : note}</bdi>
                </th>
                <td className="py-1 pr-3 text-ink-soft">{t(`told.part.${part}`)}</td>
                <td className="figures py-1 text-right">{write.money(moneyTold(amount))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {notes.length > 0 && (
        <ul className="list-disc space-y-1 rounded-control bg-power-soft py-2 pr-3 pl-8 text-small">
          {notes.map((note) => (
            <li key={note}>{t(`told.note.${note}`, { currency, utility: t(bill.utility) })}</li>
          ))}
        </ul>
      )}
      <Button look="quiet" size="small" className="-ml-3" onClick={onTakeBack}>
        {t('told.takeBack')}
      </Button>
    </div>
  );
}
