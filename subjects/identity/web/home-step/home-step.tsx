import { useQueryClient } from '@tanstack/react-query';
import { House } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#shell/parts/clock.ts';
import type { Household } from '#shell/household/memberships.ts';
import { askTables } from '#shell/data/tables.ts';
import { useLanguage } from '#shell/text/use-language.ts';
import { dateWriter } from '#shell/data/writers.ts';
import { Button } from '#shell/ui/button.tsx';
import { Field } from '#shell/ui/field.tsx';
import { Select } from '#shell/ui/select.tsx';
import { habitsOf, type HomePlace, proposeHome } from './propose-home.ts';
import { countryOptions, currencyOptions, timeZoneOptions } from './region-options.ts';
import { useSave } from '../use-save.ts';

/** Where a home is, as its browser says: accepted in one press, or changed before. */
export default function HomeStep({ home, onLater }: { home: Household; onLater: () => void }) {
  const { t } = useTranslation('account');
  const id = useId();
  const queries = useQueryClient();
  const [place, setPlace] = useState<HomePlace>(() =>
    proposeHome(Intl.DateTimeFormat().resolvedOptions().timeZone, home),
  );
  const [isEditing, setEditing] = useState(false);
  const save = useSave(async () => {
    await askTables((tables) =>
      tables
        .from('households')
        .update({ ...place, time_zone_chosen: true })
        .eq('id', home.id),
    );
    // Figures are cut into days by the zone and written in the units: everything is read anew.
    await queries.invalidateQueries();
  });
  return (
    <section
      aria-labelledby={id}
      className="mb-4 rounded-card border border-leaf/50 bg-leaf-soft p-4 sm:px-6 lg:mt-15"
      data-home-step
    >
      <h2 id={id} className="flex items-center gap-2.5 text-title">
        <House className="size-5 shrink-0 text-leaf" aria-hidden />
        {t('home.title')}
      </h2>
      <p className="mt-1 text-ink-soft">{t('home.text')}</p>
      {isEditing ? <PlaceFields place={place} onChange={setPlace} /> : <PlaceText place={place} />}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button pending={save.isPending} onClick={() => save.mutate(undefined)}>
          {t('home.accept')}
        </Button>
        {!isEditing && (
          <Button look="secondary" onClick={() => setEditing(true)}>
            {t('home.edit')}
          </Button>
        )}
        <Button look="quiet" onClick={onLater}>
          {t('home.later')}
        </Button>
      </div>
    </section>
  );
}

function PlaceText({ place }: { place: HomePlace }) {
  const { t } = useTranslation('account');
  const language = useLanguage();
  const name = (type: 'region' | 'currency', code: string) =>
    new Intl.DisplayNames(language, { type }).of(code) ?? code;
  const now = useNow(60_000);
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const time = dateWriter(language, { timeZone: place.time_zone, ...clock }).format(now);
  const facts = [
    [t('profile.timeZone'), t('home.zone', { zone: place.time_zone.replaceAll('_', ' '), time })],
    [t('profile.country'), place.country === null ? t('profile.noCountry') : name('region', place.country)],
    [t('profile.currency'), name('currency', place.currency)],
    [t('profile.units'), t(place.units === 'us' ? 'profile.us' : 'profile.metric')],
  ] as const;
  return (
    <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-small text-ink-soft">{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function PlaceFields({ place, onChange }: { place: HomePlace; onChange: (place: HomePlace) => void }) {
  const { t } = useTranslation('account');
  const language = useLanguage();
  const countries = useMemo(() => countryOptions(language), [language]);
  const currencies = useMemo(() => currencyOptions(language, place.currency), [language, place.currency]);
  const zones = useMemo(() => timeZoneOptions(place.time_zone), [place.time_zone]);
  const set = (part: Partial<HomePlace>) => onChange({ ...place, ...part });
  return (
    <div className="mt-3 grid gap-4 sm:grid-cols-2">
      <Field label={t('profile.timeZone')} hint={t('profile.timeZoneHint')}>
        {(control) => (
          <Select
            {...control}
            value={place.time_zone}
            options={zones}
            onChange={(event) => set({ time_zone: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('profile.country')}>
        {(control) => (
          <Select
            {...control}
            value={place.country ?? ''}
            options={[{ value: '', label: t('profile.noCountry') }, ...countries]}
            onChange={({ target }) => {
              const country = target.value || null;
              set({ country, ...habitsOf(country, place.currency) });
            }}
          />
        )}
      </Field>
      <Field label={t('profile.currency')}>
        {(control) => (
          <Select
            {...control}
            value={place.currency}
            options={currencies}
            onChange={(event) => set({ currency: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('profile.units')}>
        {(control) => (
          <Select
            {...control}
            value={place.units}
            options={[
              { value: 'metric', label: t('profile.metric') },
              { value: 'us', label: t('profile.us') },
            ]}
            onChange={(event) => set({ units: event.target.value === 'us' ? 'us' : 'metric' })}
          />
        )}
      </Field>
    </div>
  );
}
