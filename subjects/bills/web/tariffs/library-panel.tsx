import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Utility } from '#catalogue/index.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { serviceNow } from '#shell/parts/clock.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { fold } from '#shell/text/fold.ts';
import { localDayOf } from '#shell/text/local-day.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { Button } from '#shell/ui/button.tsx';
import { ChoiceChips } from '#shell/ui/radio-options.tsx';
import { Field, Input } from '#shell/ui/field.tsx';
import { OutsideLink } from '#shell/text/written-by-others.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { UtilityTile } from '#shell/ui/utility-mark.tsx';
import type { Household } from '#supabase/tables/index.ts';
import { useBillFormat } from '../use-bill-format.ts';
import { CheckAnswer, CurrencyNote, type useCheck } from './check-answer.tsx';
import { libraryQuery, type LibraryTariff } from './tariff-api.ts';

interface LibraryPanelProps {
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

interface LibraryChoiceProps {
  tariff: LibraryTariff;
  currency: string;
  check: ReturnType<typeof useCheck>;
  /** What it asks for, and from which day it holds. */
  children: ReactNode;
  onBack: () => void;
}

/** One tariff of the library: where it was read, what it asks for, and a month under it. */
export function LibraryChoice({ tariff, currency, check, children, onBack }: LibraryChoiceProps) {
  const { t } = useTranslation('billing');
  const { words, sourceDay } = useBillFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { title, url, date } = tariff.source;
  const asOf = date === undefined ? [] : [t('library.asOf', { day: sourceDay(date) })];
  return (
    <>
      <div>
        <Button
          look="quiet"
          size="small"
          className="-ml-4"
          icon={<ArrowLeft className="size-5" aria-hidden />}
          onClick={onBack}
        >
          {t('library.back')}
        </Button>
        <div className="mt-2 flex items-start gap-3">
          <UtilityTile utility={tariff.utility} />
          <div className="min-w-0">
            <h3 ref={heading} tabIndex={-1} className="text-title outline-none">
              {words(tariff.name)}
            </h3>
            <p className="mt-0.5 text-small text-ink-soft">
              <span lang="en">{title}</span>
              {asOf.map((text) => ` · ${text}`)}
            </p>
            {url !== undefined && (
              <p className="mt-0.5 text-small">
                <OutsideLink address={url}>{t('library.source')}</OutsideLink>
              </p>
            )}
          </div>
        </div>
      </div>
      <CurrencyNote tariff={tariff.currency} household={currency} />
      {children}
      <CheckAnswer check={check} />
    </>
  );
}
