import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EmissionProposal, proposalsFor } from '#catalogue/emission-factors.ts';
import { factsOf, firstUtility, type Utility } from '#catalogue/index.ts';
import type { Household } from '#supabase/tables/index.ts';
import type { Tables } from '#supabase/tables/rows.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { askTables, changeOrAdd } from '#shell/data/tables.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useForm } from '#shell/parts/form.tsx';
import { Button } from '#shell/ui/button.tsx';
import { FormAlert, SelectField, TextField } from '#shell/ui/field.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify, notifyWithAction } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { AmountInput } from '../tariffs/prices/amount-input.tsx';
import { isTariffDay, plainDecimal } from '../tariffs/prices/simple-plan.ts';
import { useBillFormat } from '../use-bill-format.ts';

interface EmissionFactorsCardProps {
  household: Household;
  today: string;
  rights: { mayWrite: boolean; mayDelete: boolean };
}

type Factor = Tables['emission_factors'];
type Entry = Pick<Factor, 'utility' | 'valid_from' | 'reference'> & { g_per_unit: string | number };

const unitOf = (utility: Utility): string => (factsOf(utility).counter.unit === 'm3' ? 'm³' : 'kWh');

/** How much CO2 comes with a kWh or a cubic metre, from which day on and who says so; with what is known of the country. */
export function EmissionFactorsCard({ household, today, rights }: EmissionFactorsCardProps) {
  const { t } = useTranslation('emissions');
  const { factors, keep, remove, failure } = useFactors(household.id);
  const measured = useUtilities();
  const [isEntering, setEntering] = useState(false);
  const proposals = proposalsFor(
    household.country,
    (factors ?? []).map(({ utility, valid_from }) => ({ utility, validFrom: valid_from })),
    measured,
  );
  return (
    <Card id="emissions" title={t('title')}>
      <p className="text-small text-ink-soft">{t('text')}</p>
      {failure}
      {factors === undefined && failure === null && <Skeleton className="mt-3 h-20" />}
      {factors !== undefined && (
        <>
          {factors.length === 0 && <p className="mt-2">{t('none')}</p>}
          <FactorList factors={factors} onRemove={rights.mayDelete ? remove : undefined} />
          {rights.mayWrite && proposals.length > 0 && <Proposals proposals={proposals} keep={keep} />}
          {rights.mayWrite && isEntering && (
            <FactorForm measured={measured} today={today} keep={keep} onDone={() => setEntering(false)} />
          )}
          {rights.mayWrite && !isEntering && (
            <Button look="secondary" className="mt-3" onClick={() => setEntering(true)}>
              {t('card.enter')}
            </Button>
          )}
        </>
      )}
    </Card>
  );
}

function useFactors(householdId: string) {
  const { t } = useTranslation('emissions');
  const queries = useQueryClient();
  const key = ['emission-factors', householdId];
  const {
    data: factors,
    error,
    refetch,
  } = useQuery({
    queryKey: key,
    meta: keptOffline,
    queryFn: () =>
      askTables<Factor[]>((tables) =>
        tables
          .from('emission_factors')
          .select()
          .eq('household_id', householdId)
          .order('valid_from', { ascending: false }),
      ),
  });
  const anew = async () => {
    await queries.invalidateQueries({ queryKey: key });
    await queries.invalidateQueries({ queryKey: ['analytics', householdId] });
  };
  const keep = async ({ utility, valid_from, ...values }: Entry) => {
    await changeOrAdd('emission_factors', { household_id: householdId, utility, valid_from }, values);
    notify(t('saved'));
    await anew();
  };
  const bringBack = useMutation({
    mutationFn: keep,
    onError: () => notify(t('failed'), undefined, 'alert'),
  });
  const remove = useMutation({
    mutationFn: ({ utility, valid_from }: Factor) =>
      askTables((tables) =>
        tables.from('emission_factors').delete().match({ household_id: householdId, utility, valid_from }),
      ),
    onSuccess: (_nothing, factor) => {
      notifyWithAction(t('removed'), { label: t('undo'), onSelect: () => bringBack.mutate(entryOf(factor)) });
      return anew();
    },
    onError: () => notify(t('failed'), undefined, 'alert'),
  });
  const failure =
    factors === undefined && error !== null ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null;
  return { factors, keep, remove: remove.mutate, failure };
}

const entryOf = ({ utility, valid_from, g_per_unit, reference }: Factor): Entry => ({
  utility,
  valid_from,
  g_per_unit,
  reference,
});

interface FactorListProps {
  factors: readonly Factor[];
  onRemove: ((factor: Factor) => void) | undefined;
}

function FactorList({ factors, onRemove }: FactorListProps) {
  const { t } = useTranslation('emissions');
  const write = useBillFormat();
  return (
    <ul className="mt-2">
      {factors.map((factor) => {
        const { utility, valid_from: day, g_per_unit: grams, reference } = factor;
        const named = { utility: t(utility), day: write.day(day) };
        return (
          <li
            key={`${utility} ${day}`}
            className="flex items-center justify-between gap-3 border-t border-line py-2 first:border-t-0"
          >
            <span className="min-w-0">
              <span className="figures block font-semibold">
                {t('line', { utility: t(utility), amount: write.format.number(grams, 3), unit: unitOf(utility) })}
              </span>
              <span className="block text-small break-words text-ink-soft">
                {t('since', { day: write.day(day), reference })}
              </span>
            </span>
            {onRemove && (
              <Button
                look="quiet"
                size="small"
                className="-mr-3"
                aria-label={t('removeOf', named)}
                onClick={() => onRemove(factor)}
              >
                {t('remove')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

type Keep = (entry: Entry) => Promise<void>;

/** One press takes what is known of the country. */
function Proposals({ proposals, keep }: { proposals: readonly EmissionProposal[]; keep: Keep }) {
  const { t } = useTranslation('emissions');
  const write = useBillFormat();
  const take = useMutation({
    mutationFn: ({ utility, validFrom, gPerUnit, reference }: EmissionProposal) =>
      keep({ utility, valid_from: validFrom, g_per_unit: gPerUnit, reference }),
    onError: () => notify(t('failed'), undefined, 'alert'),
  });
  return (
    <section className="mt-3 rounded-control bg-paper px-4 py-3">
      <h3 className="font-semibold">{t('proposals')}</h3>
      <ul>
        {proposals.map((one) => {
          const { utility, validFrom, gPerUnit, reference } = one;
          const amount = write.format.number(gPerUnit, 3);
          return (
            <li key={`${utility} ${validFrom}`} className="flex items-center justify-between gap-3 py-1">
              <span className="min-w-0 text-small">
                <span className="figures block">
                  {t('line', { utility: t(utility), amount, unit: unitOf(utility) })}
                </span>
                <span className="block text-ink-soft">{t('since', { day: write.day(validFrom), reference })}</span>
              </span>
              <Button
                look="secondary"
                size="small"
                aria-label={t('takeOf', { utility: t(utility), day: write.day(validFrom) })}
                pending={take.isPending && take.variables === one}
                onClick={() => take.mutate(one)}
              >
                {t('take')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** A plain decimal that the database keeps as it is; null: none. */
function gramsIn(typed: string): string | null {
  const plain = plainDecimal(typed);
  return plain !== undefined && /^\d{1,6}(?:\.\d{1,3})?$/.test(plain) ? plain : null;
}

interface FactorFormProps {
  measured: readonly Utility[];
  today: string;
  keep: Keep;
  onDone: () => void;
}

function FactorForm({ measured, today, keep, onDone }: FactorFormProps) {
  const { t } = useTranslation('emissions');
  const form = useForm({
    values: { utility: measured[0] ?? firstUtility, value: '', day: today, reference: '' },
    check: ({ value, day, reference }) => ({
      value: gramsIn(value) === null ? t('notNumber') : undefined,
      day: isTariffDay(day) ? undefined : t('noDay'),
      reference: reference.trim() === '' ? t('noReference') : undefined,
    }),
    send: async ({ utility, value, day, reference }) => {
      await keep({
        utility,
        valid_from: day,
        g_per_unit: gramsIn(value) ?? '',
        reference: reference.trim(),
      });
      onDone();
    },
    refusal: () => t('failed'),
  });
  return (
    <form {...form.props} className="mt-4 space-y-3 border-t border-line pt-4">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <SelectField
          {...form.field('utility')}
          label={t('utility')}
          options={measured.map((value) => ({ value, label: t(value) }))}
        />
        <AmountInput
          {...form.control('value')}
          label={t('value', { unit: unitOf(form.values.utility) })}
          error={form.errorOf('value')}
        />
        <TextField {...form.field('day')} label={t('from')} type="date" min="2000-01-01" max="2099-12-31" />
        <TextField {...form.field('reference')} label={t('reference')} maxLength={200} hint={t('referenceHint')} />
      </div>
      <FormAlert>{form.alert}</FormAlert>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="secondary" pending={form.isPending}>
          {t('save')}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
