import { useQuery } from '@tanstack/react-query';
import type { Utility } from '#catalogue/index.ts';
import type { Household } from '#supabase/tables/index.ts';
import { ChevronRight } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUtilities } from '#shell/household/household-utilities.ts';
import { serviceNow } from '#shell/parts/clock.ts';
import { fold } from '#shell/text/fold.ts';
import { localDayOf } from '#shell/text/local-day.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useLanguage } from '#shell/text/use-language.ts';
import { ChoiceChips } from '#shell/ui/choice-chips.tsx';
import { Field } from '#shell/ui/field.tsx';
import { Input } from '#shell/ui/input.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { UtilityTile } from '#shell/ui/utility-mark.tsx';
import { type LibraryTariff, libraryQuery } from './tariff-api.ts';
import { useBillFormat } from '../use-bill-format.ts';

export interface LibraryPanelProps {
  /** Only of this utility, where one is being entered. */
  utility: Utility | undefined;
  household: Household;
  search: RefObject<HTMLInputElement | null>;
  onChoose: (tariff: LibraryTariff) => void;
}

type Filter = 'all' | Utility;

/** The real tariffs that come with Wattershed: those of the household's country first. */
export function LibraryPanel({ utility, household, search, onChoose }: LibraryPanelProps) {
  const { t } = useTranslation('billing');
  const measured = useUtilities();
  const library = useQuery(libraryQuery);
  const { words, sourceDay } = useBillFormat();
  const [sought, setSought] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const countries = new Intl.DisplayNames(useLanguage(), { type: 'region' });
  const countryOf = ({ country }: LibraryTariff) => countries.of(country) ?? country;

  if (library.isError && library.data === undefined)
    return <LoadFailure error={library.error} onRetry={() => void library.refetch()} />;

  const parts = fold(sought).split(' ');
  const matches = (tariff: LibraryTariff) => {
    const text = fold([words(tariff.name), countryOf(tariff), tariff.currency, tariff.source.title].join(' '));
    return parts.every((part) => text.includes(part));
  };
  const isOwn = (tariff: LibraryTariff) => tariff.country === household.country;
  const today = localDayOf(serviceNow(), household.time_zone);
  const isOver = ({ until }: LibraryTariff) => until !== null && until <= today;
  const asOf = ({ source: { date } }: LibraryTariff) =>
    date === undefined ? [] : [t('library.asOf', { day: sourceDay(date) })];
  const found = library.data?.tariffs
    .filter((tariff) => tariff.utility === (utility ?? (filter === 'all' ? tariff.utility : filter)) && matches(tariff))
    .toSorted(
      (a, b) =>
        Number(isOwn(b)) - Number(isOwn(a)) ||
        countryOf(a).localeCompare(countryOf(b)) ||
        Number(isOver(a)) - Number(isOver(b)),
    );

  return (
    <div className="space-y-3">
      <p className="text-ink-soft">{t('library.text')}</p>
      <Field label={t('library.search')}>
        {(control) => (
          <Input
            {...control}
            ref={search}
            type="search"
            autoComplete="off"
            placeholder={t('library.searchHint')}
            value={sought}
            onChange={(event) => setSought(event.target.value)}
          />
        )}
      </Field>
      {utility === undefined && (
        <ChoiceChips<Filter>
          label={t('library.filter')}
          value={filter}
          options={[
            { value: 'all', label: t('library.all') },
            ...measured.map((value) => ({ value, label: t(value) })),
          ]}
          onChange={setFilter}
        />
      )}
      {found === undefined ? (
        <div className="space-y-3" aria-busy="true">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-14" />
          ))}
        </div>
      ) : (
        <ul aria-label={t('library.list')} className="border-t border-line">
          {found.map((tariff) => (
            <li key={tariff.id} className="border-b border-line">
              <button
                type="button"
                className="flex w-full items-center gap-3 rounded-control py-3 text-left hover:bg-leaf-soft"
                onClick={() => onChoose(tariff)}
              >
                <UtilityTile utility={tariff.utility} />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{words(tariff.name)}</span>
                  <span className="block text-small text-ink-soft">
                    {[
                      countryOf(tariff),
                      tariff.currency,
                      ...asOf(tariff),
                      ...(isOver(tariff) ? [t('library.over')] : []),
                    ].join(' · ')}
                  </span>
                  <span className="line-clamp-2 text-small text-ink-soft" lang="en">
                    {tariff.source.title}
                  </span>
                </span>
                <ChevronRight className="size-5 shrink-0 text-ink-soft" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {found?.length === 0 && (
        <p className="text-ink-soft" role="status">
          {t('library.none')}
        </p>
      )}
    </div>
  );
}
