import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TemperaturesAnswer } from '../../contract/weather.ts';
import { useTranslation } from 'react-i18next';
import { useForm } from '#shell/parts/form.tsx';
import { FormActions, FormAlert } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { SegmentedField } from '#shell/ui/segmented-control.tsx';
import { billingKey } from '../billing-queries.ts';
import { FileDrop } from '../file-drop.tsx';
import { DayFigures } from './day-figures.tsx';
import { maxFileBytes, sendTemperatureFile, type TemperatureUnit } from './temperatures-api.ts';
import { useWeatherFormat } from './use-weather-format.ts';

/** What the numbers of a file are, where it does not say so itself. */
const units = ['celsius', 'fahrenheit', 'tenths'] as const;

export interface TemperatureFileFormProps {
  householdId: string;
  /** Taken in, or given up. */
  onDone: () => void;
}

/** A file is looked at first, then taken in; one that does not say its degrees asks for them. */
export function TemperatureFileForm({ householdId, onDone }: TemperatureFileFormProps) {
  const { t } = useTranslation(['billing-weather', 'billing']);
  const { unit: usual } = useWeatherFormat();
  const faultText = useTemperatureFaultText();
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: sendTemperatureFile,
    onSuccess: async (answer, { isPreview }) => {
      if (!answer.ok && answer.fault.code === 'unit-missing') form.set({ unit: usual });
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
  const form = useForm<{ file: File | undefined; unit: TemperatureUnit | undefined }>({
    values: { file: undefined, unit: undefined },
    check: (chosen) => ({ file: chosen.file === undefined ? t('billing:file.none') : undefined }),
    send: async (chosen) => {
      if (chosen.file === undefined) return;
      await send.mutateAsync({ household: householdId, file: chosen.file, unit: chosen.unit, isPreview: !isLookedAt });
    },
  });
  const { file, unit } = form.values;
  const choose = (next: { file: File | undefined } | { unit: TemperatureUnit }) => {
    send.reset();
    form.forget();
    form.set('file' in next ? { ...next, unit: undefined } : next);
  };
  const isTaking = isLookedAt || (send.isPending && !send.variables.isPreview);
  return (
    <form {...form.props} className="space-y-5">
      <FileDrop
        chosen={file?.name}
        limits={(size) => t('file.limits', { size })}
        maxBytes={maxFileBytes}
        accept=".csv,.tsv,.txt,.gz,text/csv,text/plain,application/gzip"
        error={form.errorOf('file')}
        isPending={send.isPending}
        onFile={(given) => choose({ file: given })}
      />
      {unit !== undefined && (
        <SegmentedField
          label={t('units.label')}
          value={unit}
          options={units.map((value) => ({ value, label: t(`units.${value}`) }))}
          onChange={(given) => choose({ unit: given })}
        />
      )}
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

type Fault = Extract<TemperaturesAnswer, { ok: false }>['fault'];

/** What is wrong with a file, with its line where it has one. */
function useTemperatureFaultText() {
  const { t } = useTranslation('billing-weather');
  return ({ code, line, value }: Fault): string => {
    const text = t(`faults.${code}`, { value });
    return line === undefined ? text : t('faults.atLine', { line, text });
  };
}

type Held = Extract<TemperaturesAnswer, { ok: true }>;

/** What a file holds, before anything of it is kept: how cold and how warm it was shows whether its degrees were read right. */
function TemperaturePreview({ answer }: { answer: Held }) {
  const { t } = useTranslation('billing-weather');
  const { format, days, temperature } = useWeatherFormat();
  const { from, to, missing, coldest, warmest, columns, leftOut, ahead } = answer;
  return (
    <section aria-label={t('preview.title')}>
      <DayFigures
        title={t('preview.title')}
        figures={[
          [t('figures.days'), days(from, to)],
          [t('figures.count'), format.number(answer.days)],
          [t('figures.missing'), format.number(missing)],
          [t('preview.coldest'), temperature(coldest)],
          [t('preview.warmest'), temperature(warmest)],
          [t('preview.columns'), format.list(columns)],
        ]}
      >
        {leftOut > 0 && <p className="mt-1.5 text-small text-ink-soft">{t('preview.leftOut', { count: leftOut })}</p>}
        {ahead > 0 && <p className="mt-1.5 text-small text-ink-soft">{t('preview.ahead', { count: ahead })}</p>}
      </DayFigures>
    </section>
  );
}
