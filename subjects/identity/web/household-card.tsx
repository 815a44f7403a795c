import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useForm } from '#shell/parts/form.tsx';
import { useHousehold, useRights } from '#shell/household/household.ts';
import type { Household } from '#shell/household/memberships.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { askTables } from '#shell/data/tables.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { SelectField, TextField } from '#shell/ui/field.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { countryOptions, currencyOptions, timeZoneOptions } from './home-step/region-options.ts';
import { useSave } from './use-save.ts';

export function HouseholdCard() {
  const { t } = useTranslation('account');
  const rights = useRights().data;
  const { data: household, error, refetch } = useHousehold();
  return (
    <Card
      id="household"
      title={t('profile.household')}
      aside={
        <Link to="/household" className="font-semibold text-leaf underline-offset-4 hover:underline">
          {t('profile.people')}
        </Link>
      }
    >
      {household === undefined || household === null ? (
        error !== null ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-104" />
        )
      ) : (
        <HouseholdForm key={household.id} household={household} isOwner={rights?.role === 'owner'} />
      )}
    </Card>
  );
}

type Change = Pick<Household, 'name' | 'country' | 'currency' | 'units' | 'keep_months'> &
  Partial<Pick<Household, 'time_zone' | 'time_zone_chosen'>>;

const keptMonths = [6, 12, 24, 36, 60, 120];

function HouseholdForm({ household, isOwner }: { household: Household; isOwner: boolean }) {
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
  const form = useForm({
    values: {
      name: household.name,
      timeZone: household.time_zone,
      country: household.country ?? '',
      currency: household.currency,
      keepMonths: household.keep_months === null ? '' : String(household.keep_months),
      units: household.units,
    },
    send: ({ name, timeZone, country, currency, keepMonths, units }) =>
      save.mutateAsync({
        name: name.trim(),
        country: country === '' ? null : country,
        currency,
        units,
        keep_months: keepMonths === '' ? null : Number(keepMonths),
        ...(!isGuestHome && { time_zone: timeZone, time_zone_chosen: true }),
      }),
  });
  const monthsLabel = (months: number) =>
    months % 12 === 0
      ? t('profile.retentionYears', { count: months / 12 })
      : t('profile.retentionMonths', { count: months });

  return (
    <form {...form.props}>
      <fieldset disabled={!isOwner} className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...form.field('name')}
          label={t('profile.householdName')}
          fieldClass="sm:col-span-2"
          maxLength={80}
        />
        <SelectField
          {...form.field('timeZone')}
          label={t('profile.timeZone')}
          hint={isGuestHome ? t('profile.timeZoneGuest') : t('profile.timeZoneHint')}
          fieldClass="sm:col-span-2"
          options={zones}
          disabled={isGuestHome}
        />
        <SelectField
          {...form.field('country')}
          label={t('profile.country')}
          options={[{ value: '', label: t('profile.noCountry') }, ...countries]}
        />
        <SelectField {...form.field('currency')} label={t('profile.currency')} options={currencies} />
        <SelectField
          {...form.field('keepMonths')}
          label={t('profile.retention')}
          hint={t('profile.retentionHint')}
          fieldClass="sm:order-last sm:col-span-2"
          options={[
            { value: '', label: t('profile.retentionEver') },
            ...keptMonths.map((months) => ({ value: String(months), label: monthsLabel(months) })),
          ]}
        />
        <SelectField
          {...form.field('units')}
          label={t('profile.units')}
          options={[
            { value: 'metric', label: t('profile.metric') },
            { value: 'us', label: t('profile.us') },
          ]}
        />
      </fieldset>
      <div className="mt-5">
        {isOwner ? (
          <Button type="submit" pending={form.isPending}>
            {t('profile.save')}
          </Button>
        ) : (
          <p className="text-small text-ink-soft">{t('profile.onlyOwner')}</p>
        )}
      </div>
    </form>
  );
}
