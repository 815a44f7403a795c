import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevices } from '#shell/household/connected-devices.ts';
import type { Household } from '#shell/household/memberships.ts';
import { serviceNow } from '#shell/parts/clock.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { localDayOf } from '#shell/text/local-day.ts';
import { Button } from '#shell/ui/button.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { UtilityTile } from '#shell/ui/utility-mark.tsx';
import { firstBilledDay, useSoFar } from './billing-queries.ts';
import { libraryQuery, type LibraryTariff } from './tariffs/tariff-api.ts';
import { TariffDialog } from './tariffs/tariff-dialog.tsx';
import type { EntryTarget } from './tariffs/tariff-entry.ts';
import { useBillFormat } from './use-bill-format.ts';

interface FirstPricesProps {
  home: Household;
  onLater: () => void;
}

const maxShown = 4;

/** The last of the steps to a first bill: the prices of the home's country for what it measures, or one's own. */
export function FirstPrices({ home, onLater }: FirstPricesProps) {
  const { t } = useTranslation(['billing', 'errors']);
  const { words } = useBillFormat();
  const library = useQuery(libraryQuery);
  const soFar = useSoFar().data;
  const measured = [...new Set(useDevices().data?.map(({ utility }) => utility))];
  const [target, setTarget] = useState<EntryTarget>();
  const today = localDayOf(serviceNow(), home.time_zone);
  const isFit = ({ country, until, utility }: LibraryTariff) =>
    country === home.country &&
    (until === null || until > today) &&
    (measured.length === 0 || measured.includes(utility));
  // Those that need no prices of a market work at once.
  const fitting = library.data?.tariffs
    .filter(isFit)
    .toSorted((a, b) => a.series.length - b.series.length)
    .slice(0, maxShown);
  return (
    <>
      <h3 className="text-[1.375rem] leading-tight font-[650] sm:text-head">{t('first.title')}</h3>
      <p className="mt-1 text-ink-soft">{t(fitting?.length === 0 ? 'first.own' : 'first.text')}</p>
      {library.isError && library.data === undefined && (
        <LoadFailure error={library.error} onRetry={() => void library.refetch()} />
      )}
      {fitting === undefined && !library.isError && <Skeleton className="mt-4 h-32" />}
      <ul className="mt-4 grid gap-3 empty:hidden lg:grid-cols-2">
        {fitting?.map(({ id, name, utility, source }) => (
          <li key={id}>
            <button
              type="button"
              className="flex size-full items-center gap-3 rounded-control border border-line p-3 text-left hover:border-leaf hover:bg-leaf-soft"
              onClick={() => setTarget({ utility, way: 'library', libraryId: id })}
            >
              <UtilityTile utility={utility} />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{words(name)}</span>
                <span className="line-clamp-1 text-small text-ink-soft" lang="en">
                  {source.title}
                </span>
              </span>
              <ChevronRight className="size-5 shrink-0 text-ink-soft" aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          look={fitting?.length === 0 ? 'primary' : 'secondary'}
          onClick={() => setTarget({ way: 'prices', ...(measured.length > 0 && { measured }) })}
        >
          {t('first.enter')}
        </Button>
        <Button look="secondary" onClick={() => setTarget({ way: 'library' })}>
          {t('first.all')}
        </Button>
        <Button look="quiet" onClick={onLater}>
          {t('first.later')}
        </Button>
      </div>
      <TariffDialog
        target={target}
        tariffs={[]}
        household={home}
        firstDay={soFar === undefined ? today : firstBilledDay(soFar)}
        onClose={() => setTarget(undefined)}
      />
    </>
  );
}
