import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../ui/notice.ts';
import { billingKey } from '../billing-queries.ts';
import { FileDrop } from '../file-drop.tsx';
import { TakeActions } from '../take-actions.tsx';
import { TemperaturePreview } from './temperature-preview.tsx';
import { mostFileBytes, sendTemperatureFile, type TemperatureUnit } from './temperatures-api.ts';
import { UnitField } from './unit-field.tsx';
import { useTemperatureFaultText } from './use-temperature-fault-text.ts';
import { useWeatherFormat } from './use-weather-format.ts';

export interface TemperatureFileFormProps {
  householdId: string;
  /** Taken in, or given up. */
  onDone: () => void;
}

/** A file is looked at first, then taken in; one that does not say its degrees asks for them. */
export function TemperatureFileForm({ householdId, onDone }: TemperatureFileFormProps) {
  const { t } = useTranslation('billing-weather');
  const { format, unit: usual } = useWeatherFormat();
  const faultText = useTemperatureFaultText();
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const [isFileMissing, setFileMissing] = useState(false);
  const [unit, setUnit] = useState<TemperatureUnit>();
  const send = useMutation({
    mutationFn: sendTemperatureFile,
    onSuccess: async (answer, { isPreview }) => {
      if (!answer.ok && answer.fault.code === 'unit-missing') setUnit(usual);
      if (isPreview || !answer.ok) return;
      const count = answer.changed ?? 0;
      notify(count === 0 ? t('file.takenNone') : t('file.taken', { count }));
      onDone();
      await queries.invalidateQueries({ queryKey: billingKey });
    },
  });
  const answer = send.data;
  const isLookedAt = answer?.ok === true;
  const fault = answer?.ok === false ? answer.fault : undefined;
  const chooseFile = (given: File | undefined) => {
    send.reset();
    setFileMissing(false);
    setUnit(undefined);
    setFile(given);
  };
  const chooseUnit = (given: TemperatureUnit) => {
    send.reset();
    setUnit(given);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file === undefined) return setFileMissing(true);
    if (!send.isPending) send.mutate({ household: householdId, file, unit, isPreview: !isLookedAt });
  };
  return (
    <form className="space-y-5" onSubmit={submit} noValidate>
      <FileDrop
        chosen={file?.name}
        words={{
          choose: t('file.choose'),
          chooseOther: t('file.chooseOther'),
          limits: t('file.limits', { size: format.bytes(mostFileBytes) }),
          tooLarge: (size) => t('file.tooLarge', { size, most: format.bytes(mostFileBytes) }),
        }}
        mostBytes={mostFileBytes}
        accept=".csv,.tsv,.txt,.gz,text/csv,text/plain,application/gzip"
        error={isFileMissing ? t('file.none') : undefined}
        isPending={send.isPending}
        onFile={chooseFile}
      />
      {unit !== undefined && <UnitField unit={unit} onUnit={chooseUnit} />}
      <div aria-live="polite" className="empty:hidden">
        {answer?.ok === true && <TemperaturePreview answer={answer} />}
        {fault !== undefined && (
          <p
            className={
              fault.code === 'unit-missing'
                ? 'rounded-control bg-paper px-3 py-2'
                : 'rounded-control bg-alert-soft px-3 py-2 text-alert [overflow-wrap:anywhere]'
            }
          >
            {faultText(fault)}
          </p>
        )}
      </div>
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
