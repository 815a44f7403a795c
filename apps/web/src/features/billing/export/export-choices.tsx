import { FileDown } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../../platform/form.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { BillFileState } from './bill-file-state.tsx';
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

interface Wanted extends EnteredDays {
  choice: PeriodChoice;
  format: ExportForm;
}

/** Which bills, and as what; it says what the file will hold before it is made. */
export function ExportChoices({ today, openStart }: ExportChoicesProps) {
  const { t } = useTranslation('billing-export');
  const holdingId = useId();
  const bills = useBillDays();
  const file = useBillFile();
  const form = useForm<Wanted>({
    values: { choice: 'months', first: `${today.slice(0, 4)}-01-01`, last: today, format: 'pdf' },
    send: async ({ format: wanted }) => {
      if (maySave) await file.mutateAsync(exportFile(wanted, period));
    },
    // What was said of the file before is not said of another one.
    onChange: () => {
      if (!file.isPending) file.reset();
    },
  });
  const { choice, format, ...days } = form.values;
  const fault = choice === 'days' ? faultOfDays(days) : undefined;
  const period =
    fault !== undefined ? undefined : choice === 'days' ? periodOfDays(days) : choosePeriod(choice, today, openStart);
  const holding = period && bills.data && holdingOf(period, bills.data);
  // Bills that could not be counted may still be there: the service knows.
  const maySave = period !== undefined && (holding !== undefined || bills.isError);
  return (
    <form {...form.props} className="space-y-5">
      <ChoiceChips
        {...form.control('choice')}
        isLabelShown
        label={t('which')}
        options={periodChoices.map((value) => ({ value, label: t(`periods.${value}`) }))}
      />
      {choice === 'days' && (
        <div className="grid grid-cols-2 gap-3">
          {(['first', 'last'] as const).map((name) => (
            <Field key={name} label={t(name)}>
              {(control) => (
                <Input
                  {...control}
                  {...form.input(name)}
                  type="date"
                  min="2000-01-01"
                  max="2099-12-31"
                  aria-invalid={fault !== undefined || undefined}
                  aria-describedby={fault && holdingId}
                />
              )}
            </Field>
          ))}
        </div>
      )}
      <ExportHolding id={holdingId} fault={fault} isKnown={bills.data !== undefined} holding={holding} />
      <div>
        <ChoiceChips
          {...form.control('format')}
          isLabelShown
          label={t('format')}
          options={exportForms.map((value) => ({ value, label: t(`forms.${value}`) }))}
        />
        <p className="mt-2 min-h-[2lh] text-small text-ink-soft">{t(`hints.${format}`)}</p>
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
