import { type Utility, utilityIds } from '@wattershed/catalogue';
import type { TariffRow } from '@wattershed/database';
import { Ellipsis, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHousehold } from '../../../platform/household.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { UtilityLabel } from '../../../ui/utility-mark.tsx';
import { BillingCycleField } from '../cycle/billing-cycle-field.tsx';
import { MarketPrices } from '../market/market-prices.tsx';
import { ExampleBadge } from '../so-far/so-far-card.tsx';
import { useBillFormat } from '../use-bill-format.ts';
import { describePlan } from './describe-plan.ts';
import { EndedPrices, pricedUntil } from './ended-prices.tsx';
import { wayOf } from './tariff-entry.ts';

export interface TariffsCardActions extends TariffActions {
  /** For one utility, or for whichever prices are entered. */
  onAdd: (utility?: Utility) => void;
}

export interface TariffsCardProps {
  /** Newest first. */
  tariffs: readonly TariffRow[];
  today: string;
  /** Left out for whoever may only look. */
  actions?: TariffsCardActions | undefined;
  isOwner: boolean;
  className?: string;
}

/** The prices of each utility by date: what is in force, what is to come, what was before. */
export function TariffsCard({ tariffs, today, actions, isOwner, className }: TariffsCardProps) {
  const { t } = useTranslation('billing');
  const { data: household } = useHousehold();
  return (
    <Card id="tariffs" title={t('tariffs.title')} {...(className !== undefined && { className })}>
      {tariffs.length === 0 ? (
        <p className="text-ink-soft">{t('tariffs.none')}</p>
      ) : (
        utilityIds.map((utility) => (
          <UtilityTariffs
            key={utility}
            utility={utility}
            tariffs={tariffs.filter((tariff) => tariff.utility === utility)}
            today={today}
            actions={actions}
          />
        ))
      )}
      {actions !== undefined && (
        <Button
          look="secondary"
          className="mt-4"
          icon={<Plus className="size-5" aria-hidden />}
          onClick={() => actions.onAdd()}
        >
          {t(tariffs.length === 0 ? 'tariffs.addFirst' : 'tariffs.add')}
        </Button>
      )}
      {household && (
        <Suspense>
          <MarketPrices
            tariffs={tariffs}
            householdId={household.id}
            mayWrite={actions !== undefined}
            mayDelete={isOwner}
          />
        </Suspense>
      )}
      {household && (
        <div className="mt-5 space-y-3 border-t border-line pt-4">
          <Suspense fallback={<Skeleton className="h-44" />}>
            <BillingCycleField household={household} today={today} mayWrite={actions !== undefined} isOwner={isOwner} />
          </Suspense>
          <p className="text-small text-ink-soft">
            {t('tariffs.currency', { currency: household.currency })}{' '}
            <Link to="/profile" className="font-semibold text-leaf underline">
              {t('tariffs.profile')}
            </Link>
          </p>
        </div>
      )}
    </Card>
  );
}

interface UtilityTariffsProps extends Pick<TariffsCardProps, 'tariffs' | 'today' | 'actions'> {
  utility: Utility;
}

function UtilityTariffs({ utility, tariffs, today, actions }: UtilityTariffsProps) {
  const { t } = useTranslation('billing');
  const [showsAll, setShowsAll] = useState(false);
  const inForce = tariffs.find(({ valid_from }) => valid_from <= today);
  // What is in force and to come is never hidden; what was before is a press away.
  const fewest = inForce === undefined ? tariffs.length : tariffs.indexOf(inForce) + 1;
  return (
    <section className="mb-4 last-of-type:mb-0">
      <h3>
        <UtilityLabel utility={utility}>{t(utility)}</UtilityLabel>
      </h3>
      {tariffs.length === 0 ? (
        <p className="flex flex-wrap items-center justify-between gap-x-3 text-ink-soft">
          {t(`tariffs.noneOf.${utility}`)}
          {actions !== undefined && (
            <Button
              look="quiet"
              className="-mr-4"
              aria-label={t(`tariffs.enterOf.${utility}`)}
              onClick={() => actions.onAdd(utility)}
            >
              {t('tariffs.enter')}
            </Button>
          )}
        </p>
      ) : (
        <ul>
          {tariffs.slice(0, showsAll ? undefined : fewest).map((tariff) => (
            <TariffItem
              key={tariff.id}
              tariff={tariff}
              state={tariff === inForce ? 'inForce' : tariff.valid_from > today ? 'future' : 'past'}
              today={today}
              actions={actions}
            />
          ))}
        </ul>
      )}
      {tariffs.length > fewest && (
        <Button
          look="quiet"
          size="small"
          className="-ml-4"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? t('tariffs.hideEarlier') : t('tariffs.showEarlier', { count: tariffs.length - fewest })}
        </Button>
      )}
    </section>
  );
}

interface TariffActions {
  onEdit: (tariff: TariffRow) => void;
  onEditText: (tariff: TariffRow) => void;
  /** Left out for whoever may not delete. */
  onRemove: ((tariff: TariffRow) => void) | undefined;
}

interface TariffItemProps {
  tariff: TariffRow;
  state: 'inForce' | 'future' | 'past';
  today: string;
  actions: TariffActions | undefined;
}

/** A tariff by name: since when it holds, and in one line what it says. */
function TariffItem({ tariff, state, today, actions }: TariffItemProps) {
  const onRemove = actions?.onRemove;
  const { t } = useTranslation('billing');
  const write = useBillFormat(tariff.currency);
  const name = write.words(tariff.plan.name);
  const when = t(state === 'future' ? 'tariffs.from' : 'tariffs.since', { day: write.day(tariff.valid_from) });
  const editsText = wayOf(tariff) === 'text';
  return (
    <li className="border-b border-line py-3 last:border-b-0" data-tariff={tariff.valid_from}>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 pt-2">
          <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-soft">
            {when}
            <Badge tone={state === 'inForce' ? 'leaf' : 'neutral'}>{t(`tariffs.${state}`)}</Badge>
            {tariff.is_example && <ExampleBadge />}
          </p>
        </div>
        {actions !== undefined && (
          <Menu
            label={t('tariffs.actions', { name, when })}
            trigger={<Ellipsis className="size-5 text-ink-soft" aria-hidden />}
            className="border-transparent"
            items={[
              { key: 'edit', label: t('tariffs.edit'), onSelect: () => actions.onEdit(tariff) },
              ...(editsText
                ? []
                : [{ key: 'text', label: t('tariffs.editText'), onSelect: () => actions.onEditText(tariff) }]),
              ...(onRemove === undefined
                ? []
                : [{ key: 'remove', label: t('tariffs.remove'), onSelect: () => onRemove(tariff) }]),
            ]}
          />
        )}
      </div>
      {state === 'inForce' && <EndedPrices until={pricedUntil(tariff.plan)} day={today} />}
      <p className="mt-1 text-small text-ink-soft">
        {describePlan(tariff.plan, tariff.valid_from > today ? tariff.valid_from : today, t, write)}
      </p>
    </li>
  );
}
