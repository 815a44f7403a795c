import { ChevronDown, FileText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#shell/ui/button.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { useBillFormat } from '../use-bill-format.ts';
import type { UtilityBillDraft } from './utility-bill-draft.ts';
import { fillFrom, moneyTold, type ToldBill, type ToldContext, type ToldNote } from './utility-bill-told.ts';
import { UtilityBillToldList } from './utility-bill-told-list.tsx';

export interface UtilityBillFromFileProps {
  context: ToldContext;
  startsOpen: boolean;
  draft: UtilityBillDraft;
  /** The currency that the form is in. */
  currency: string;
  onFill: (draft: UtilityBillDraft) => void;
}

interface Filling {
  told: ToldBill;
  /** What stood in the fields that are filled in, before the first of them was. */
  before: Partial<UtilityBillDraft>;
  /** The note that names the file, where there was none. */
  note: string | undefined;
  /** Just now: what was filled in takes the focus. */
  isFresh: boolean;
}

/** What a draft says in the fields of another. */
function partOf(draft: UtilityBillDraft, fields: Partial<UtilityBillDraft>): Partial<UtilityBillDraft> {
  return Object.fromEntries(Object.entries(draft).filter(([field]) => field in fields));
}

/** Above the form: a bill that a Green Button file told fills it in, and the person looks at it before it is saved. */
export function UtilityBillFromFile({ context, startsOpen, draft, currency, onFill }: UtilityBillFromFileProps) {
  const { t } = useTranslation('utility-bills');
  const [isOpen, setIsOpen] = useState(startsOpen);
  const [filling, setFilling] = useState<Filling>();
  const opener = useRef<HTMLButtonElement>(null);
  const fill = (told: ToldBill) => {
    const filled = fillFrom(told, context).draft;
    const isFree = draft.note === '' || draft.note === filling?.note;
    const note = isFree ? t('told.noted', { file: told.fileName }) : undefined;
    setFilling({ told, before: filling?.before ?? partOf(draft, filled), note, isFresh: true });
    setIsOpen(false);
    onFill({ ...draft, ...filled, ...(note !== undefined && { note }) });
  };
  const takeBack = () => {
    if (filling !== undefined)
      onFill({ ...draft, ...filling.before, ...(draft.note === filling.note && { note: '' }) });
    setFilling(undefined);
    setIsOpen(true);
    opener.current?.focus();
  };
  const toggle = () => {
    setIsOpen(!isOpen);
    if (filling !== undefined) setFilling({ ...filling, isFresh: false });
  };
  return (
    <section className="rounded-card bg-paper px-4 py-2" aria-label={t('told.open')}>
      <button
        ref={opener}
        type="button"
        aria-expanded={isOpen}
        className="flex min-h-11 w-full items-center gap-2 rounded-control text-left font-semibold text-leaf"
        onClick={toggle}
      >
        <FileText className="size-5 shrink-0" aria-hidden />
        <span className="flex-1">{t('told.open')}</span>
        <ChevronDown className={classNames('size-5 shrink-0', isOpen && 'rotate-180')} aria-hidden />
      </button>
      {isOpen && (
        <div className="pt-1 pb-2">
          <UtilityBillToldList context={context} onFill={fill} />
        </div>
      )}
      {filling !== undefined && !isOpen && (
        <UtilityBillFilled
          told={filling.told}
          notes={fillFrom(filling.told, context).notes}
          currency={currency}
          takesFocus={filling.isFresh}
          onTakeBack={takeBack}
        />
      )}
    </section>
  );
}

interface UtilityBillFilledProps {
  told: ToldBill;
  notes: readonly ToldNote[];
  currency: string;
  /** The button that filled it in is gone with its list. */
  takesFocus: boolean;
  onTakeBack: () => void;
}

/** What was filled in from where: its lines, and what the person should look at before saving. */
function UtilityBillFilled({ told, notes, currency, takesFocus, onTakeBack }: UtilityBillFilledProps) {
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
              // Two lines of a bill may say the same.
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
