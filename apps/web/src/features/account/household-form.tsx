import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../platform/field-text.ts';
import type { Household } from '../../platform/household.ts';
import { askTables } from '../../platform/tables.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { countryOptions, currencyOptions, timeZoneOptions } from './region-options.ts';
import { useSave } from './use-save.ts';

type Change = Pick<Household, 'name' | 'country' | 'currency' | 'units' | 'keep_months'> &
  Partial<Pick<Household, 'time_zone' | 'time_zone_chosen'>>;

const keptMonths = [6, 12, 24, 36, 60, 120];

export function HouseholdForm({ household, isOwner }: { household: Household; isOwner: boolean }) {
  const { t } = useTranslation('account');
  const language = useLanguage();
  const queries = useQueryClient();
  const countries = useMemo(() => countryOptions(language), [language]);
  const currencies = useMemo(() => currencyOptions(language, household.currency), [language, household.currency]);
  const zones = useMemo(() => timeZoneOptions(household.time_zone), [household.time_zone]);
  const isGuestHome = household.kind === 'guest';
  const save = useSave(async (change: Change) => {
    await askTables((tables) => tables.from('households').update(change).eq('id', household.id));
    // Figures are cut into days by the zone and written in the units: everything is read anew.
    await queries.invalidateQueries();
  });

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(readChange(new FormData(event.currentTarget)));
      }}
    >
      <fieldset disabled={!isOwner} className="grid gap-4 sm:grid-cols-2">
        <Field label={t('profile.householdName')} className="sm:col-span-2">
          {(control) => <Input {...control} name="name" defaultValue={household.name} maxLength={80} />}
        </Field>
        <Field
          label={t('profile.timeZone')}
          hint={isGuestHome ? t('profile.timeZoneGuest') : t('profile.timeZoneHint')}
          className="sm:col-span-2"
        >
          {(control) => (
            <Select
              {...control}
              name="timeZone"
              defaultValue={household.time_zone}
              options={zones}
              disabled={isGuestHome}
            />
          )}
        </Field>
        <Field label={t('profile.country')}>
          {(control) => (
            <Select
              {...control}
              name="country"
              defaultValue={household.country ?? ''}
              options={[{ value: '', label: t('profile.noCountry') }, ...countries]}
            />
          )}
        </Field>
        <Field label={t('profile.currency')}>
          {(control) => <Select {...control} name="currency" defaultValue={household.currency} options={currencies} />}
        </Field>
        <Field label={t('profile.retention')} hint={t('profile.retentionHint')} className="sm:order-last sm:col-span-2">
          {(control) => (
            <Select
              {...control}
              name="keepMonths"
              defaultValue={household.keep_months === null ? '' : String(household.keep_months)}
              options={[
                { value: '', label: t('profile.retentionEver') },
                ...keptMonths.map((months) => ({
                  value: String(months),
                  label:
                    months % 12 === 0
                      ? t('profile.retentionYears', { count: months / 12 })
                      : t('profile.retentionMonths', { count: months }),
                })),
              ]}
            />
          )}
        </Field>
        <Field label={t('profile.units')}>
          {(control) => (
            <Select
              {...control}
              name="units"
              defaultValue={household.units}
              options={[
                { value: 'metric', label: t('profile.metric') },
                { value: 'us', label: t('profile.us') },
              ]}
            />
          )}
        </Field>
      </fieldset>
      <div className="mt-5">
        {isOwner ? (
          <Button type="submit" pending={save.isPending}>
            {t('profile.save')}
          </Button>
        ) : (
          <p className="text-small text-ink-soft">{t('profile.onlyOwner')}</p>
        )}
      </div>
    </form>
  );
}

function readChange(data: FormData): Change {
  const text = (name: string) => fieldText(data, name).trim();
  return {
    name: text('name'),
    country: text('country') === '' ? null : text('country'),
    currency: text('currency'),
    units: text('units') === 'us' ? 'us' : 'metric',
    keep_months: text('keepMonths') === '' ? null : Number(text('keepMonths')),
    ...(data.has('timeZone') && { time_zone: text('timeZone'), time_zone_chosen: true }),
  };
}
