import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Household, TariffRow } from '@wattershed/database';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ServiceError } from '../../platform/service-error.ts';
import { TableError } from '../../platform/tables.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { notify } from '../../ui/notice.ts';
import { UtilityLabel } from '../../ui/utility-mark.tsx';
import { billingKey } from './billing-queries.ts';
import {
  type AmountField,
  checkTariff,
  type TariffChange,
  type TariffDraft,
  type TariffFaults,
} from './check-tariff.ts';
import { saveTariff } from './tariff-api.ts';
import { ratePerUnit, volumeUnitOf } from './volume-unit.ts';

export interface TariffDialogProps {
  open: boolean;
  /** Left out: new prices. */
  tariff?: TariffRow | undefined;
  tariffs: readonly TariffRow[];
  household: Household;
  /** From which day new prices are in force, unless the person says otherwise. */
  firstDay: string;
  onClose: () => void;
}

export function TariffDialog({ open, onClose, ...rest }: TariffDialogProps) {
  const { t } = useTranslation('billing');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={t('close')}
      title={rest.tariff === undefined ? t('form.addTitle') : t('form.editTitle')}
      description={t('form.text')}
    >
      <TariffForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

function draftOf(
  tariff: TariffRow | undefined,
  like: TariffRow | undefined,
  firstDay: string,
  units: Household['units'],
): TariffDraft {
  const from = tariff ?? like;
  const text = (field: AmountField) =>
    from === undefined || from[field] === 0 ? '' : ratePerUnit(from[field], 'cubicMetre');
  return {
    valid_from: tariff?.valid_from ?? firstDay,
    electricity_rate: text('electricity_rate'),
    electricity_standing: text('electricity_standing'),
    electricity_tax_percent: text('electricity_tax_percent'),
    water_rate: from === undefined || from.water_rate === 0 ? '' : ratePerUnit(from.water_rate, volumeUnitOf(units)),
    water_standing: text('water_standing'),
    water_tax_percent: text('water_tax_percent'),
  };
}

function TariffForm({ tariff, tariffs, household, firstDay, onClose }: Omit<TariffDialogProps, 'open'>) {
  const { t } = useTranslation(['billing', 'errors']);
  const queries = useQueryClient();
  const unit = volumeUnitOf(household.units);
  const [draft, setDraft] = useState(() => draftOf(tariff, tariffs[0], firstDay, household.units));
  const [faults, setFaults] = useState<TariffFaults>({});
  const currency = tariff?.currency ?? household.currency;
  const save = useMutation({
    mutationFn: (change: TariffChange) => saveTariff(household.id, currency, tariff?.id, change),
    onSuccess: async () => {
      notify(t('form.saved'), t('form.savedText'));
      onClose();
      await queries.invalidateQueries({ queryKey: billingKey });
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const taken = tariffs.filter(({ id }) => id !== tariff?.id).map(({ valid_from }) => valid_from);
    const checked = checkTariff(draft, unit, taken);
    setFaults(checked.ok ? {} : checked.faults);
    if (checked.ok) save.mutate(checked.value);
  };

  const field = (name: AmountField | 'valid_from') => ({
    value: draft[name],
    error: faults[name] === undefined ? undefined : t(`form.${faults[name]}`, { example: '0.165' }),
    onChange: (value: string) => setDraft({ ...draft, [name]: value }),
  });
  const volume = t(`tariffs.${unit}`);
  return (
    <form className="space-y-5" onSubmit={submit} noValidate>
      <Field label={t('form.validFrom')} hint={t('form.validFromHint')} error={field('valid_from').error}>
        {(control) => (
          <Input
            {...control}
            type="date"
            min="2000-01-01"
            max="2099-12-31"
            value={draft.valid_from}
            onChange={(event) => field('valid_from').onChange(event.target.value)}
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-2">
          <UtilityLabel utility="electricity">{t('electricity')}</UtilityLabel>
        </legend>
        <div className="grid gap-3 sm:grid-cols-3">
          <AmountInput label={t('form.rateKwh')} {...field('electricity_rate')} />
          <AmountInput label={t('form.standing')} {...field('electricity_standing')} />
          <AmountInput label={t('form.tax')} {...field('electricity_tax_percent')} />
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-2">
          <UtilityLabel utility="water">{t('water')}</UtilityLabel>
        </legend>
        <div className="grid gap-3 sm:grid-cols-3">
          <AmountInput label={t('form.rateVolume', { unit: volume })} {...field('water_rate')} />
          <AmountInput label={t('form.standing')} {...field('water_standing')} />
          <AmountInput label={t('form.tax')} {...field('water_tax_percent')} />
        </div>
      </fieldset>
      <p className="text-small text-ink-soft">{t('form.currencyHint', { currency })}</p>
      {save.isError && (
        <p role="alert" className="rounded-control bg-alert-soft px-3 py-2 text-alert">
          {t(`errors:${codeOf(save.error)}`)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" pending={save.isPending}>
          {tariff === undefined ? t('form.add') : t('form.save')}
        </Button>
      </div>
    </form>
  );
}

function codeOf(error: unknown): 'forbidden' | 'body-malformed' | 'internal' | 'network' {
  if (error instanceof ServiceError && error.code === 'network') return 'network';
  if (!(error instanceof TableError)) return 'internal';
  if (error.code === '42501') return 'forbidden';
  if (error.code.startsWith('23')) return 'body-malformed';
  return /fetch|network/i.test(error.message) ? 'network' : 'internal';
}

interface AmountInputProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function AmountInput({ label, value, error, onChange }: AmountInputProps) {
  return (
    <Field label={label} error={error} className="flex flex-col justify-end">
      {(control) => (
        <Input
          {...control}
          className="figures text-right"
          inputMode="decimal"
          autoComplete="off"
          maxLength={18}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
