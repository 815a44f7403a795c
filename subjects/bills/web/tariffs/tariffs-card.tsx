import { type Utility, utilityIds, billingUnitsOf, isConverted } from '#catalogue/index.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TariffRow } from '#supabase/tables/index.ts';
import type { Tables } from '#supabase/tables/rows.ts';
import { Ellipsis, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHousehold } from '#shell/household/household.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { askTables, changeOrAdd } from '#shell/data/tables.ts';
import { useForm } from '#shell/parts/form.tsx';
import { Badge } from '#shell/ui/badge.tsx';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { FormAlert, TextField } from '#shell/ui/field.tsx';
import { Menu } from '#shell/ui/menu.tsx';
import { notify, notifyWithAction } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { UtilityLabel } from '#shell/ui/utility-mark.tsx';
import { billingKey } from '../billing-queries.ts';
import { BillingCycleField } from '../cycle/billing-cycle-field.tsx';
import { MarketPrices } from '../market/market-prices.tsx';
import { useBillFormat } from '../use-bill-format.ts';
import { AmountInput } from './prices/amount-input.tsx';
import { isTariffDay, plainDecimal } from './prices/simple-plan.ts';
import { pricedUntil } from '../../domain/tariff/priced-until.ts';
import { describePlan, EndedPrices } from './describe-plan.tsx';
import { wayOf } from './tariff-entry.ts';

interface TariffsCardActions extends TariffActions {
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
  const measured = useUtilities();
  const shown = utilityIds.filter((one) => measured.includes(one) || tariffs.some(({ utility }) => utility === one));
  return (
    <Card id="tariffs" title={t('tariffs.title')} {...(className !== undefined && { className })}>
      {tariffs.length === 0 ? (
        <p className="text-ink-soft">{t('tariffs.none')}</p>
      ) : (
        shown.map((utility) => (
          <UtilityTariffs
            key={utility}
            utility={utility}
            tariffs={tariffs.filter((tariff) => tariff.utility === utility)}
            today={today}
            actions={actions}
          />
        ))
      )}
      {household &&
        shown
          .filter(isSoldAsEnergy)
          .map((utility) => (
            <EnergyFactors
              key={utility}
              utility={utility}
              householdId={household.id}
              today={today}
              isOwner={isOwner && actions !== undefined}
            />
          ))}
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

/** Counted by volume, and priced by energy by some. */
const isSoldAsEnergy = (utility: Utility) => billingUnitsOf(utility).some((unit) => isConverted(unit, utility));

interface EnergyFactorsProps {
  utility: Utility;
  householdId: string;
  today: string;
  isOwner: boolean;
}

type Factor = Tables['energy_factors'];

/** How many kWh a cubic metre holds, from which day on. */
function EnergyFactors({ utility, householdId, today, isOwner }: EnergyFactorsProps) {
  const { t } = useTranslation('billing');
  const write = useBillFormat();
  const queries = useQueryClient();
  const { data: factors } = useQuery({
    queryKey: [...billingKey, 'factors', householdId, utility],
    meta: keptOffline,
    queryFn: () =>
      askTables<Factor[]>((tables) =>
        tables
          .from('energy_factors')
          .select()
          .eq('household_id', householdId)
          .eq('utility', utility)
          .order('valid_from', { ascending: false }),
      ),
  });
  const anew = () => queries.invalidateQueries({ queryKey: billingKey });
  const keep = async (day: string, value: string | number | null) => {
    const keys = { household_id: householdId, utility, valid_from: day };
    await changeOrAdd('energy_factors', keys, { kwh_per_m3: value });
    notify(t('factor.saved'));
    await anew();
  };
  const remove = useMutation({
    mutationFn: (factor: Factor) =>
      askTables((tables) =>
        tables
          .from('energy_factors')
          .delete()
          .eq('household_id', householdId)
          .eq('utility', utility)
          .eq('valid_from', factor.valid_from),
      ),
    onSuccess: (_nothing, factor) => {
      notifyWithAction(t('factor.removed'), { label: t('factor.undo'), onSelect: () => bringBack.mutate(factor) });
      return anew();
    },
    onError: () => notify(t('factor.failed'), undefined, 'alert'),
  });
  const bringBack = useMutation({
    mutationFn: ({ valid_from: day, kwh_per_m3: value }: Factor) => keep(day, value),
    onError: () => notify(t('factor.failed'), undefined, 'alert'),
  });
  const form = useForm({
    values: { value: '', day: today },
    check: ({ value, day }) => ({
      value: factorIn(value) === null ? t('factor.notNumber') : undefined,
      day: isTariffDay(day) ? undefined : t('factor.noDay'),
    }),
    send: async ({ value, day }) => {
      await keep(day, factorIn(value));
      form.reset();
    },
    refusal: () => t('factor.failed'),
  });
  if (factors === undefined) return null;
  return (
    <section className="mt-4 border-t border-line pt-4" data-factors={utility}>
      <h3 className="font-semibold">
        {t(utility)}: {t('factor.title')}
      </h3>
      <p className="text-small text-ink-soft">{t('factor.text')}</p>
      {factors.length === 0 && <p className="mt-1">{t('factor.none')}</p>}
      <ul>
        {factors.map((factor) => (
          <li key={factor.valid_from} className="flex items-center justify-between gap-3">
            <span className="figures">
              {t('factor.line', {
                amount: write.format.number(factor.kwh_per_m3, 4),
                day: write.day(factor.valid_from),
              })}
            </span>
            {isOwner && (
              <Button
                look="quiet"
                size="small"
                className="-mr-3"
                aria-label={t('factor.remove', { day: write.day(factor.valid_from) })}
                pending={remove.isPending && remove.variables === factor}
                onClick={() => remove.mutate(factor)}
              >
                {t('tariffs.remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isOwner && (
        <form {...form.props} className="mt-2 space-y-3">
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <AmountInput {...form.control('value')} label={t('factor.value')} error={form.errorOf('value')} />
            <TextField {...form.field('day')} label={t('factor.from')} type="date" min="2000-01-01" max="2099-12-31" />
          </div>
          <FormAlert>{form.alert}</FormAlert>
          <Button type="submit" look="secondary" pending={form.isPending}>
            {t('factor.save')}
          </Button>
        </form>
      )}
    </section>
  );
}

/** A plain decimal that the database keeps as it is; null: none. */
function factorIn(typed: string): string | null {
  const plain = plainDecimal(typed);
  return plain !== undefined && /^\d{1,3}(?:\.\d{1,4})?$/.test(plain) && Number(plain) > 0 ? plain : null;
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
            {tariff.is_example && <Badge tone="sample">{t('tariffs.example')}</Badge>}
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
