import type { UtilityBillRow } from '@wattershed/database';
import { Copy, FileDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../platform/save-file.ts';
import { useSession } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useBillFormat } from '../use-bill-format.ts';
import { letterOf } from './utility-bill-letter.ts';
import type { ComparedBill } from './utility-bill-words.ts';

/** A letter that asks the utility about the difference, to be copied or saved. */
export function UtilityBillLetter({ bill, answer }: { bill: UtilityBillRow; answer: ComparedBill }) {
  const { t } = useTranslation('utility-bills');
  const write = useBillFormat(bill.currency);
  const session = useSession();
  const area = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState<'done' | 'failed'>();
  const sender = session.status === 'signed-in' && !session.user.isGuest ? session.user.displayName : '';
  const letter = letterOf(bill, answer, sender, { t, write });
  const copy = async () => {
    setCopied(undefined);
    try {
      await navigator.clipboard.writeText(letter);
      setCopied('done');
    } catch {
      area.current?.focus();
      area.current?.select();
      setCopied('failed');
    }
  };
  return (
    <section className="space-y-3">
      <Field label={t('letter.label')} hint={t('letter.hint')}>
        {(control) => <TextArea {...control} ref={area} readOnly rows={18} className="text-small" value={letter} />}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={<Copy className="size-5" aria-hidden />} onClick={() => void copy()}>
          {t('letter.copy')}
        </Button>
        <Button
          look="secondary"
          icon={<FileDown className="size-5" aria-hidden />}
          onClick={() =>
            saveFile(
              new Blob([letter], { type: 'text/plain;charset=utf-8' }),
              `wattershed-letter-${bill.utility}-${bill.period_start}.txt`,
            )
          }
        >
          {t('letter.save')}
        </Button>
        {/* Here and not among the notices: those cannot be heard while a dialog is open. */}
        <p role="status" className="min-w-0 text-small text-ink-soft">
          {copied !== undefined && t(copied === 'done' ? 'letter.copied' : 'letter.copyFailed')}
        </p>
      </div>
    </section>
  );
}
