import { ChevronDown, FileText } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../ui/class-names.ts';
import type { UtilityBillDraft } from './utility-bill-draft.ts';
import { UtilityBillFilled } from './utility-bill-filled.tsx';
import { fillFrom, type ToldBill, type ToldContext } from './utility-bill-told.ts';
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
