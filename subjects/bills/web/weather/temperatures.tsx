import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';
import { useHousehold } from '#shell/household/household.ts';
import { useForm } from '#shell/parts/form.tsx';
import { createFormat, regionalOf } from '#shell/text/format.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { FormActions, FormAlert } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { SegmentedField } from '#shell/ui/radio-options.tsx';
import { readTemperatures, sendTemperatures, type TemperaturesAnswer } from '../../contract/weather.ts';
import { billingKey } from '../billing-queries.ts';
import type { ChangeRow } from '../costs/costs.ts';
import { FileDrop } from '../file-drop.tsx';

/** As much as the service reads at once. */
const maxFileBytes = 10_000_000;

type TemperatureUnit = Extract<TemperaturesAnswer, { ok: true }>['unit'];

export function useKeptTemperatures() {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: [...billingKey, 'temperatures', householdId ?? null],
    queryFn: ({ signal }) => callService(readTemperatures, { query: { household: householdId }, signal }),
    enabled: householdId !== undefined,
  });
}

interface SentTemperatures {
  household: string;
  file: File;
  /** Left out: as the file says. */
  unit: TemperatureUnit | undefined;
  isPreview: boolean;
}

/** What a file of temperatures holds; taken in unless it is a preview. */
async function sendTemperatureFile({ household, file, unit, isPreview }: SentTemperatures) {
  return callService(sendTemperatures, {
    query: { household, unit, preview: isPreview ? 'true' : 'false' },
    body: new Blob([file], { type: 'application/octet-stream' }),
  });
}

export async function removeTemperatures(householdId: string): Promise<void> {
  await askTables((tables) => tables.from('outdoor_temperatures').delete().eq('household_id', householdId));
}

const wholeDays = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;

/** Outdoor temperatures and their days, in °F where the household's units are those of the United States. */
export function useWeatherFormat() {
  const { t } = useTranslation('billing-weather');
  const language = useLanguage();
  const { data: household } = useHousehold();
  const regional = regionalOf(household);
  const format = createFormat(language, regional);
  const isFahrenheit = regional.units === 'us';
  const written = (degrees: number) => `${format.number(degrees, 1, 1)}\u00a0${isFahrenheit ? '°F' : '°C'}`;
  const difference = (celsius: number) => written(isFahrenheit ? (celsius * 9) / 5 : celsius);
  return {
    format,
    unit: isFahrenheit ? ('fahrenheit' as const) : ('celsius' as const),
    /** What is kept, in tenths of °C. */
    temperature: (tenths: number) => written(isFahrenheit ? (tenths * 9) / 50 + 32 : tenths / 10),
    days: (from: string, to: string) => format.range(Date.parse(from), Date.parse(to), wholeDays),
    /** "It was 4.2 °C colder: 31 kWh more." */
    changeText: ({ degrees, used = 0 }: ChangeRow['part'], quantity: string) => {
      const warmer = Number(((degrees?.now ?? 0) - (degrees?.before ?? 0)).toFixed(1));
      const way = warmer > 0 ? 'warmer' : warmer < 0 ? 'colder' : 'alike';
      const values = { degrees: difference(Math.abs(warmer)), used: quantity };
      return t(`change.${way}.${used > 0 ? 'more' : 'less'}`, values);
    },
  };
}

export type WeatherFormat = ReturnType<typeof useWeatherFormat>;

interface DayFiguresProps {
  title: string;
  figures: readonly (readonly [name: string, value: string])[];
  children?: ReactNode;
}

/** A few figures by name, on paper. */
export function DayFigures({ title, figures, children }: DayFiguresProps) {
  return (
    <div className="rounded-control bg-paper px-4 py-3">
      <h3 className="font-semibold">{title}</h3>
      <dl className="mt-1.5 space-y-1 text-small">
        {figures.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="figures font-semibold [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  );
}

/** What the numbers of a file are, where it does not say so itself. */
const units = ['celsius', 'fahrenheit', 'tenths'] as const;

interface TemperatureFileFormProps {
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
