import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '#shell/parts/form.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormActions, FormAlert, SelectField, TextField } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { SegmentedField } from '#shell/ui/radio-options.tsx';
import type { PricesAnswer } from '../../contract/prices.ts';
import { billingKey } from '../billing-queries.ts';
import { FileDrop } from '../file-drop.tsx';
import { MissingNotes } from '../so-far/no-cost-card.tsx';
import { maxFileBytes, type PriceFile, sendPriceFile, useMarketFormat } from './market-series.tsx';

interface MarketFileDialogProps extends Omit<MarketFileFormProps, 'onDone'> {
  open: boolean;
  onClose: () => void;
}

/** Where prices or colours are brought: looked at first, then taken in. */
export function MarketFileDialog({ open, onClose, ...form }: MarketFileDialogProps) {
  const { t } = useTranslation(['billing-market', 'billing']);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={t('billing:close')}
      title={t('file.title')}
      description={t('file.text')}
    >
      <MarketFileForm {...form} onDone={onClose} />
    </Dialog>
  );
}

interface MarketFileFormProps {
  /** The series that tariffs name. */
  asked: readonly string[];
  /** Days that wait for each. */
  missing: ReadonlyMap<string, number>;
  householdId: string;
  /** Taken in, or given up. */
  onDone: () => void;
}

interface Entered {
  file: OpenedFile | undefined;
  series: string;
  per: PriceFile['per'];
  tax: PriceFile['tax'];
}

function MarketFileForm({ asked, missing, householdId, onDone }: MarketFileFormProps) {
  const { t } = useTranslation(['billing-market', 'billing']);
  const faultText = usePriceFaultText();
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: sendPriceFile,
    onSuccess: async (answer, { isPreview }) => {
      if (isPreview || !answer.ok) return;
      const count = answer.changed ?? 0;
      if (count === 0) notify(t('file.takenNone'));
      else notify(t('file.taken', { count }), t('file.takenText'));
      onDone();
      await queries.invalidateQueries({ queryKey: billingKey });
    },
  });
  const answer = send.data;
  const isLookedAt = answer?.ok === true;
  const isNameless = answer?.ok === false && answer.fault.code === 'series-missing';
  // What the file holds is known once it was looked at: what it does not say is asked then.
  const isTaxAsked = isLookedAt && answer.kind === 'prices' && answer.series.some((one) => one.tax === null);
  const form = useForm<Entered>({
    values: {
      file: undefined,
      // What is waited for most is what is brought, most likely.
      series: [...missing].sort((a, b) => b[1] - a[1])[0]?.[0] ?? asked[0] ?? '',
      per: 'kWh',
      tax: undefined,
    },
    check: (entered) => ({
      file: entered.file === undefined ? t('billing:file.none') : undefined,
      tax: isTaxAsked && entered.tax === undefined ? t('file.taxMissing') : undefined,
    }),
    send: async (entered) => {
      if (entered.file === undefined) return;
      await send.mutateAsync({
        household: householdId,
        text: entered.file.text,
        series: entered.series.trim(),
        per: readsAsTable(entered.file) ? entered.per : 'kWh',
        tax: isTaxAsked ? entered.tax : undefined,
        isPreview: !isLookedAt,
      });
    },
  });
  const { file, series, per, tax } = form.values;
  const change = (part: Partial<Entered>) => {
    send.reset();
    form.forget();
    form.set(part);
  };
  const isTaking = isLookedAt || (send.isPending && !send.variables.isPreview);
  return (
    <form {...form.props} className="space-y-5">
      <MarketFileDrop
        file={file}
        error={form.errorOf('file')}
        isPending={send.isPending}
        onFile={(opened) => change({ file: opened, tax: undefined })}
      />
      <MarketSeriesFields
        asked={asked}
        series={series}
        per={per}
        isTable={file !== undefined && readsAsTable(file)}
        error={isNameless ? t('file.seriesMissing') : undefined}
        onSeries={(next) => change({ series: next })}
        onPer={(next) => change({ per: next })}
      />
      <div aria-live="polite" className="empty:hidden">
        {answer?.ok === true && <MarketPreview answer={answer} asked={asked} />}
        {answer?.ok === false && !isNameless && file !== undefined && (
          <p className="rounded-control bg-alert-soft px-3 py-2 text-alert [overflow-wrap:anywhere]">
            {faultText(answer.fault, file)}
          </p>
        )}
      </div>
      {isTaxAsked && (
        <MarketTaxField
          tax={tax}
          error={tax === undefined ? form.errorOf('tax') : undefined}
          onTax={(next) => form.set({ tax: next })}
        />
      )}
      <FormAlert>{form.alert}</FormAlert>
      <FormActions
        submit={isTaking ? t('file.take') : t('billing:file.look')}
        cancel={t('billing:cancel')}
        onCancel={onDone}
        pending={send.isPending}
      />
    </form>
  );
}

interface OpenedFile {
  name: string;
  text: string;
}

interface MarketFileDropProps {
  file: OpenedFile | undefined;
  error: string | undefined;
  isPending: boolean;
  onFile: (file: OpenedFile | undefined) => void;
}

/** Where a file of prices or colours is chosen; its text is read at once, as it says what else is to be asked. */
function MarketFileDrop({ file, error, isPending, onFile }: MarketFileDropProps) {
  const { t } = useTranslation('billing-market');
  const [isUnreadable, setUnreadable] = useState(false);
  const open = async (given: File | undefined) => {
    const text = await given?.text().catch(() => undefined);
    setUnreadable(given !== undefined && text === undefined);
    onFile(given === undefined || text === undefined ? undefined : { name: given.name, text });
  };
  return (
    <FileDrop
      chosen={file?.name}
      limits={(size) => t('file.limits', { size })}
      maxBytes={maxFileBytes}
      accept=".json,.csv,.txt,.tsv,application/json,text/csv,text/plain"
      error={isUnreadable ? t('file.unreadable') : error}
      isPending={isPending}
      onFile={(given) => void open(given)}
    />
  );
}

type PriceFault = Extract<PricesAnswer, { ok: false }>['fault'];

/** What is wrong with a file, with its line, or with the number of the value in JSON. */
function usePriceFaultText() {
  const { t } = useTranslation('billing-market');
  return ({ code, line, value }: PriceFault, file: OpenedFile): string => {
    const text = t(`faults.${code}`, { value });
    return line === undefined ? text : t(readsAsTable(file) ? 'faults.atLine' : 'faults.atValue', { line, text });
  };
}

/** JSON begins with one of two marks; whatever else is read as a table. */
function readsAsTable({ text }: OpenedFile): boolean {
  return !/^\uFEFF?\s*[{[]/.test(text.slice(0, 1000));
}

interface MarketSeriesFieldsProps {
  asked: readonly string[];
  series: string;
  per: 'kWh' | 'MWh';
  /** Of JSON it is known what its prices are for. */
  isTable: boolean;
  error: string | undefined;
  onSeries: (series: string) => void;
  onPer: (per: 'kWh' | 'MWh') => void;
}

const pers = ['kWh', 'MWh'] as const;
const maxName = 60;

/** Which series a file is of, where it does not say so, and what its prices are for. */
function MarketSeriesFields(props: MarketSeriesFieldsProps) {
  const { asked, series, per, isTable, error, onSeries, onPer } = props;
  const { t } = useTranslation('billing-market');
  const [isOther, setOther] = useState(asked.length === 0);
  return (
    <>
      {asked.length > 0 && (
        <SelectField
          label={t('file.series')}
          hint={t('file.seriesHint')}
          error={isOther ? undefined : error}
          options={[...asked.map((name) => ({ value: name, label: name })), { value: '', label: t('file.otherName') }]}
          value={isOther ? '' : series}
          onChange={({ target: { value } }) => {
            setOther(value === '');
            onSeries(value);
          }}
        />
      )}
      {isOther && (
        <TextField
          label={t(asked.length > 0 ? 'file.ownName' : 'file.series')}
          hint={asked.length > 0 ? undefined : t('file.seriesHint')}
          error={error}
          maxLength={maxName}
          autoCapitalize="off"
          spellCheck={false}
          value={series}
          onChange={(event) => onSeries(event.target.value)}
        />
      )}
      {isTable && (
        <SegmentedField
          label={t('file.per')}
          value={per}
          options={pers.map((value) => ({ value, label: value }))}
          onChange={onPer}
        />
      )}
    </>
  );
}

const taxes = ['excluded', 'included'] as const;

interface MarketTaxFieldProps {
  /** Left out: nobody has said. */
  tax: (typeof taxes)[number] | undefined;
  error: string | undefined;
  onTax: (tax: (typeof taxes)[number]) => void;
}

/** Whether the prices of a table hold tax, where it does not say. */
function MarketTaxField({ tax, error, onTax }: MarketTaxFieldProps) {
  const { t } = useTranslation('billing-market');
  return (
    <SelectField
      label={t('file.tax')}
      hint={t('file.taxHint')}
      error={error}
      options={[
        ...(tax === undefined ? [{ value: '', label: '–' }] : []),
        ...taxes.map((value) => ({ value, label: t(`file.taxes.${value}`) })),
      ]}
      value={tax ?? ''}
      onChange={({ target: { value } }) => {
        const chosen = taxes.find((one) => one === value);
        if (chosen !== undefined) onTax(chosen);
      }}
    />
  );
}

type Held = Extract<PricesAnswer, { ok: true }>;

interface MarketPreviewProps {
  answer: Held;
  /** The series that tariffs name. */
  asked: readonly string[];
}

/** What a file holds, series by series, before anything of it is kept. */
function MarketPreview({ answer: { kind, series }, asked }: MarketPreviewProps) {
  const { t } = useTranslation('billing-market');
  const unasked = series.filter((one) => !asked.includes(one.series));
  return (
    <section aria-label={t('preview.label')} className="space-y-3">
      {series.map((one) => (
        <HeldSeries key={one.series} kind={kind} series={one} />
      ))}
      <MissingNotes
        label={t('preview.label')}
        notes={
          unasked.length === series.length ? unasked.map((one) => t('preview.unasked', { series: one.series })) : []
        }
      />
    </section>
  );
}

function HeldSeries({ kind, series }: { kind: Held['kind']; series: Held['series'][number] }) {
  const { t } = useTranslation('billing-market');
  const { format, spanOf, priceText } = useMarketFormat();
  const { lowest, highest, from, to, count, missing, tax } = series;
  // The end is the first instant after it: the day before that is the last one.
  const last = kind === 'prices' ? new Date(Date.parse(to) - 1).toISOString() : to;
  const parts = [
    [t('preview.days'), spanOf(kind, from, last)],
    [t('preview.count'), format.number(count)],
    [t('preview.gaps'), format.number(missing)],
    ...(lowest === undefined || highest === undefined
      ? []
      : [[t('preview.range'), t('preview.between', { lowest: priceText(lowest), highest: priceText(highest) })]]),
    ...(kind === 'prices' ? [[t('preview.tax'), t(`preview.taxes.${tax ?? 'unsaid'}`)]] : []),
  ];
  return (
    <div className="rounded-control bg-paper px-4 py-3">
      <h3 className="font-semibold [overflow-wrap:anywhere]">
        {t(`preview.${kind}`)}: {series.series}
      </h3>
      <dl className="mt-1.5 space-y-1 text-small">
        {parts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="figures font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
