import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#shell/ui/button.tsx';
import { Field, Input, Select, type SelectOption } from '#shell/ui/field.tsx';
import { AmountInput } from '../../prices/amount-input.tsx';
import type { ChargeDraft, DraftPer, TimesDraft } from '../plan-draft.ts';

/** What is wrong at a field of the form, in words; undefined: nothing. */
export type FaultAt = (place: string) => string | undefined;

export const FaultContext = createContext<FaultAt>(() => undefined);

export function useFaultAt(): FaultAt {
  return useContext(FaultContext);
}

interface PlacedProps {
  /** Where a fault of it is said, such as `charges.c2.rate`. */
  place: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function PlacedAmount({ place, ...rest }: PlacedProps & { placeholder?: string }) {
  return <AmountInput {...rest} error={useFaultAt()(place)} />;
}

interface PlacedTextProps extends PlacedProps {
  hint?: ReactNode;
  type?: 'text' | 'date';
  maxLength?: number;
  placeholder?: string;
  className?: string;
}

export function PlacedText({ place, label, value, onChange, hint, className, ...input }: PlacedTextProps) {
  return (
    <Field label={label} hint={hint} error={useFaultAt()(place)} {...(className !== undefined && { className })}>
      {(control) => (
        <Input
          {...control}
          {...input}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface PlacedSelectProps<Value extends string> extends Omit<PlacedProps, 'value' | 'onChange'> {
  value: Value;
  options: readonly (SelectOption & { value: Value })[];
  hint?: ReactNode;
  className?: string;
  onChange: (value: Value) => void;
}

export function PlacedSelect<Value extends string>(props: PlacedSelectProps<Value>) {
  const { place, label, value, options, hint, className, onChange } = props;
  return (
    <Field label={label} hint={hint} error={useFaultAt()(place)} className={className ?? 'flex flex-col justify-end'}>
      {(control) => (
        <Select
          {...control}
          options={options}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
        />
      )}
    </Field>
  );
}

/** What is wrong with the whole of a place; nothing where nothing is. */
export function PlaceFault({ place }: { place: string }) {
  const fault = useFaultAt()(place);
  return (
    fault !== undefined && (
      <p role="alert" className="mb-2 text-small text-alert">
        {fault}
      </p>
    )
  );
}

interface PerSelectProps {
  charge: ChargeDraft;
  place: string;
  options: readonly DraftPer[];
  onChange: (part: Partial<ChargeDraft>) => void;
}

/** How often an amount is due. */
export function PerSelect({ charge, place, options, onChange }: PerSelectProps) {
  const { t } = useTranslation('billing-charges');
  return (
    <PlacedSelect
      place={`${place}.per`}
      label={t('per.label')}
      value={charge.per}
      options={options.map((value) => ({ value, label: t(`per.${value}`) }))}
      onChange={(per) => onChange({ per })}
    />
  );
}

interface PeriodRatesProps {
  charge: ChargeDraft;
  place: string;
  times: TimesDraft | null;
  labelOf: (period: string) => string;
  onChange: (part: Partial<ChargeDraft>) => void;
  onStartTimes: () => void;
}

/** A price for each period of the tariff; without periods, the way to them. */
export function PeriodRates({ charge, place, times, labelOf, onChange, onStartTimes }: PeriodRatesProps) {
  const { t } = useTranslation('billing-charges');
  if (times === null)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-paper px-3 py-2 text-small">
        {t('times.none')}
        <Button look="secondary" size="small" onClick={onStartTimes}>
          {t('times.start')}
        </Button>
      </div>
    );
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {times.periods.map(({ key, name }, i) => (
        <PlacedAmount
          key={key}
          place={`${place}.rates.${key}`}
          label={labelOf(name.trim() === '' ? t('times.unnamed', { number: i + 1 }) : name)}
          value={charge.rates[key] ?? ''}
          onChange={(rate) => onChange({ rates: { ...charge.rates, [key]: rate } })}
        />
      ))}
    </div>
  );
}
