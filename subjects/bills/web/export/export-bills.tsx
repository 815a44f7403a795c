import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, FileDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Endpoint } from '#catalogue/endpoint.ts';
import { fetchService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';
import { useHousehold } from '#shell/household/household.ts';
import { useForm } from '#shell/parts/form.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { addDays } from '#shell/text/local-day.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { Button } from '#shell/ui/button.tsx';
import { ChoiceChips } from '#shell/ui/radio-options.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { Field, Input } from '#shell/ui/field.tsx';
import { saveFile } from '#shell/ui/file-transfer.tsx';
import { readBillsPaper, readBillsTable } from '../../contract/billing.ts';
import { billingKey, useSoFar } from '../billing-queries.ts';
import { useBillFormat } from '../use-bill-format.ts';

/** The bills of chosen days as a file: for a spreadsheet, or on paper. */
export function ExportBills() {
  const { t } = useTranslation(['billing-export', 'billing']);
  const { data: soFar } = useSoFar();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="quiet" className="-my-2 -mr-4" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('label')}
        {/* Behind the words, so that their baseline is the button's, beside the title's. */}
        <Download className="size-5" aria-hidden />
      </Button>
      <Dialog
        open={isOpen && soFar !== undefined}
        onClose={() => setIsOpen(false)}
        closeLabel={t('billing:close')}
        title={t('title')}
        className="sm:w-[min(36rem,calc(100vw-2rem))]"
      >
        {soFar && <ExportChoices today={soFar.today} openStart={soFar.start} />}
      </Dialog>
    </>
  );
}

interface ExportChoicesProps {
  today: string;
  /** The first day of the bill that is still open. */
  openStart: string;
}

interface Wanted extends EnteredDays {
  choice: PeriodChoice;
  format: ExportForm;
}

/** Which bills, and as what; it says what the file will hold before it is made. */
function ExportChoices({ today, openStart }: ExportChoicesProps) {
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

interface ExportHoldingProps {
  id: string;
  fault: DaysFault | undefined;
  /** Whether the bills could be counted. */
  isKnown: boolean;
  holding: ReturnType<typeof holdingOf>;
}

/** What the file will hold, or why it cannot be made. */
function ExportHolding({ id, fault, isKnown, holding }: ExportHoldingProps) {
  const { t } = useTranslation('billing-export');
  const { period } = useBillFormat();
  const held =
    holding === undefined
      ? t('none')
      : t('holds', { count: holding.count, period: period(holding.start, holding.end) });
  return (
    <div className="rounded-control bg-paper px-4 py-3">
      <p id={id} role="status" className="min-h-6 font-semibold">
        {fault !== undefined ? <span className="text-alert">{t(`faults.${fault}`)}</span> : isKnown && held}
      </p>
      <p className="text-small text-ink-soft">{t('belongs')}</p>
    </div>
  );
}

// The days that can be chosen.

const periodChoices = ['months', 'year', 'lastYear', 'days'] as const;
type PeriodChoice = (typeof periodChoices)[number];

/** Whole days `[from, to)`. */
interface ExportPeriod {
  from: string;
  to: string;
}

/** The twelve months end with the last closed bill: `openStart` is the first day of the bill that is still open. */
export function choosePeriod(choice: Exclude<PeriodChoice, 'days'>, today: string, openStart: string): ExportPeriod {
  if (choice === 'months') return { from: yearBefore(openStart), to: openStart };
  const from = `${choice === 'year' ? today.slice(0, 4) : Number(today.slice(0, 4)) - 1}-01-01`;
  return { from, to: yearsLater(from, 1) };
}

/** Of 29 February it is 1 March. */
function yearBefore(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year - 1, month - 1, date)).toISOString().slice(0, 10);
}

function yearsLater(day: string, years: number): string {
  return `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
}

/** Days as they are entered: both of them are in it. */
interface EnteredDays {
  first: string;
  last: string;
}

export function periodOfDays({ first, last }: EnteredDays): ExportPeriod {
  return { from: first, to: addDays(last, 1) };
}

/** What is wrong with entered days: one of them is missing, they are in the wrong order, or more than ten years. */
type DaysFault = 'missing' | 'order' | 'long';

const maxYears = 10;

export function faultOfDays({ first, last }: EnteredDays): DaysFault | undefined {
  if (first === '' || last === '') return 'missing';
  if (last < first) return 'order';
  return addDays(last, 1) > yearsLater(first, maxYears) ? 'long' : undefined;
}

// The bills of these days.

interface BillDays {
  period_start: string;
  period_end: string;
}

/** Beyond ten years of monthly bills, and what the table API answers at once. */
const maxBills = 1000;

/** The days of all bills, also of those that are too old to be made anew. */
function useBillDays() {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: [...billingKey, 'days', householdId ?? null],
    queryFn: () =>
      askTables<BillDays[]>((tables) =>
        tables
          .from('billing_records')
          .select('period_start, period_end')
          .eq('household_id', householdId ?? '')
          .order('period_start', { ascending: false })
          .limit(maxBills),
      ),
    enabled: householdId !== undefined,
  });
}

/** The bills that begin in these days, as the service chooses them: how many, and the days that they cover. */
export function holdingOf({ from, to }: ExportPeriod, bills: readonly BillDays[]) {
  const held = bills.filter(({ period_start: start }) => start >= from && start < to);
  const [first, ...rest] = held;
  if (first === undefined) return undefined;
  return {
    count: held.length,
    start: rest.reduce((day, bill) => (bill.period_start < day ? bill.period_start : day), first.period_start),
    end: rest.reduce((day, bill) => (bill.period_end > day ? bill.period_end : day), first.period_end),
  };
}

// The file.

const exportForms = ['pdf', 'csv', 'lines'] as const;
type ExportForm = (typeof exportForms)[number];

/** What to ask the service for, and the name that the file is kept by: its days are both in it. */
export function exportFile(form: ExportForm, { from, to }: ExportPeriod) {
  const days = `${from}-to-${addDays(to, -1)}`;
  const query = { from, to, ...(form === 'lines' && { detail: 'lines' }) };
  if (form === 'pdf') return { endpoint: readBillsPaper, query, name: `wattershed-bills-${days}.pdf` } as const;
  return {
    endpoint: readBillsTable,
    query,
    name: `wattershed-${form === 'lines' ? 'bill-lines' : 'bills'}-${days}.csv`,
  } as const;
}

interface WantedFile {
  endpoint: Endpoint;
  params?: { id: string };
  query?: Record<string, string>;
  name: string;
}

/** Fetches a file of bills in the language shown, and hands it to the browser's downloads. */
export function useBillFile() {
  const language = useLanguage();
  const householdId = useHousehold().data?.id;
  return useMutation({
    mutationFn: async ({ endpoint, params, query, name }: WantedFile) => {
      const answer = await fetchService(endpoint, {
        ...(params && { params }),
        query: { language, household: householdId, ...query },
      });
      saveFile(await answer.blob(), name);
    },
  });
}

type BillFile = ReturnType<typeof useBillFile>;

/** How far a file has come. Here and not among the notices: those cannot be heard while a dialog is open. */
export function BillFileState({ file }: { file: BillFile }) {
  const { t } = useTranslation('billing-export');
  const { ofThrown } = useFailureMessages();
  return (
    <div className="min-h-6 text-small wrap-anywhere">
      <p role="status" className="text-ink-soft">
        {file.isPending && t('busy')}
        {file.isSuccess && t('done', { name: file.variables.name })}
      </p>
      {file.isError && (
        <p role="alert" className="text-alert">
          {t('failed')} {ofThrown(file.error)}
        </p>
      )}
    </div>
  );
}
