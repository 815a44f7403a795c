import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../ui/notice.ts';
import { billingKey } from '../billing-queries.ts';
import { TakeActions } from '../take-actions.tsx';
import { type PriceFile, sendPriceFile } from './market-api.ts';
import { MarketFileDrop } from './market-file-drop.tsx';
import { isTable, type OpenedFile, usePriceFaultText } from './market-file-words.ts';
import { MarketPreview } from './market-preview.tsx';
import { MarketSeriesFields, MarketTaxField } from './market-series-fields.tsx';

export interface MarketFileFormProps {
  /** The series that tariffs name. */
  asked: readonly string[];
  /** Days that wait for each. */
  missing: ReadonlyMap<string, number>;
  householdId: string;
  /** Taken in, or given up. */
  onDone: () => void;
}

export function MarketFileForm({ asked, missing, householdId, onDone }: MarketFileFormProps) {
  const { t } = useTranslation('billing-market');
  const faultText = usePriceFaultText();
  const queries = useQueryClient();
  const [file, setFile] = useState<OpenedFile>();
  const [isFileMissing, setFileMissing] = useState(false);
  // What is waited for most is what is brought, most likely.
  const [series, setSeries] = useState(() => [...missing].sort((a, b) => b[1] - a[1])[0]?.[0] ?? asked[0] ?? '');
  const [per, setPer] = useState<PriceFile['per']>('kWh');
  const [tax, setTax] = useState<PriceFile['tax']>();
  const [isTaxMissing, setTaxMissing] = useState(false);
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
  const change = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      send.reset();
      setFileMissing(false);
      setTaxMissing(false);
      set(value);
    };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file === undefined) return setFileMissing(true);
    if (send.isPending) return;
    if (isTaxAsked && tax === undefined) return setTaxMissing(true);
    send.mutate({
      household: householdId,
      text: file.text,
      series: series.trim(),
      per: isTable(file) ? per : 'kWh',
      tax: isTaxAsked ? tax : undefined,
      isPreview: !isLookedAt,
    });
  };
  return (
    <form className="space-y-5" onSubmit={submit} noValidate>
      <MarketFileDrop
        file={file}
        error={isFileMissing ? t('file.none') : undefined}
        isPending={send.isPending}
        onFile={change((opened: OpenedFile | undefined) => {
          setFile(opened);
          setTax(undefined);
        })}
      />
      <MarketSeriesFields
        asked={asked}
        series={series}
        per={per}
        isTable={file !== undefined && isTable(file)}
        error={isNameless ? t('file.seriesMissing') : undefined}
        onSeries={change(setSeries)}
        onPer={change(setPer)}
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
          error={isTaxMissing && tax === undefined ? t('file.taxMissing') : undefined}
          onTax={setTax}
        />
      )}
      <TakeActions
        words={{ look: t('file.look'), take: t('file.take') }}
        isLookedAt={isLookedAt || (send.isPending && !send.variables.isPreview)}
        isPending={send.isPending}
        error={send.error}
        onCancel={onDone}
      />
    </form>
  );
}
