import { FileDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';
import { BillFileState } from './bill-file-state.tsx';
import { ExportDays } from './export-days.tsx';
import { ExportHolding } from './export-holding.tsx';
import {
  choosePeriod,
  type EnteredDays,
  type ExportForm,
  exportFile,
  exportForms,
  faultOfDays,
  holdingOf,
  type PeriodChoice,
  periodChoices,
  periodOfDays,
} from './export-period.ts';
import { useBillDays } from './bill-days-query.ts';
import { useBillFile } from './use-bill-file.ts';

export interface ExportChoicesProps {
  today: string;
  /** The first day of the bill that is still open. */
  openStart: string;
}

/** Which bills, and as what; it says what the file will hold before it is made. */
export function ExportChoices({ today, openStart }: ExportChoicesProps) {
  const { t } = useTranslation('billing-export');
  const holdingId = useId();
  const [choice, setChoice] = useState<PeriodChoice>('months');
  const [days, setDays] = useState<EnteredDays>({ first: `${today.slice(0, 4)}-01-01`, last: today });
  const [form, setForm] = useState<ExportForm>('pdf');
  const bills = useBillDays();
  const file = useBillFile();

  const fault = choice === 'days' ? faultOfDays(days) : undefined;
  const period =
    fault !== undefined ? undefined : choice === 'days' ? periodOfDays(days) : choosePeriod(choice, today, openStart);
  const holding = period && bills.data && holdingOf(period, bills.data);
  // Bills that could not be counted may still be there: the service knows.
  const maySave = period !== undefined && (holding !== undefined || bills.isError);
  /** What was said of the file before is not said of another one. */
  const choose = (change: () => void) => {
    change();
    if (!file.isPending) file.reset();
  };
  return (
    <form
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (maySave && !file.isPending) file.mutate(exportFile(form, period));
      }}
    >
      <ChoiceChips
        isLabelShown
        label={t('which')}
        value={choice}
        options={periodChoices.map((value) => ({ value, label: t(`periods.${value}`) }))}
        onChange={(value) => choose(() => setChoice(value))}
      />
      {choice === 'days' && (
        <ExportDays days={days} faultId={fault && holdingId} onChange={(entered) => choose(() => setDays(entered))} />
      )}
      <ExportHolding id={holdingId} fault={fault} isKnown={bills.data !== undefined} holding={holding} />
      <div>
        <ChoiceChips
          isLabelShown
          label={t('format')}
          value={form}
          options={exportForms.map((value) => ({ value, label: t(`forms.${value}`) }))}
          onChange={(value) => choose(() => setForm(value))}
        />
        <p className="mt-2 min-h-[2lh] text-small text-ink-soft">{t(`hints.${form}`)}</p>
      </div>
      <div className="space-y-2">
        <Button
          type="submit"
          disabled={!maySave}
          pending={file.isPending}
          icon={<FileDown className="size-5" aria-hidden />}
        >
          {t('save')}
        </Button>
        <BillFileState file={file} />
      </div>
    </form>
  );
}
