import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstUtility } from '#catalogue/index.ts';
import { callService } from '#shell/data/service.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import type { TariffRow } from '#supabase/tables/index.ts';
import {
  type ComparedTariffs,
  compareTariffs,
  type GivenTariff,
  type SampleBill as Sample,
} from '../../contract/tariffs.ts';
import { BillLineList } from '../bills/bill-dialog.tsx';
import { MissingNotes } from '../so-far/no-cost-card.tsx';
import { missingParts, missingText } from '../so-far/pricing-faults.ts';
import { useBillFormat } from '../use-bill-format.ts';
import { hasOwnFaults } from './plan-faults.ts';
import type { PlanDraft } from './charges/plan-draft.ts';
import { planOfForm } from './charges/plan-of-form.ts';
import { readFacts } from './facts-fields.tsx';
import { checkQuery, libraryQuery, tariffMetersQuery } from './tariff-api.ts';
import { asksNothing, type TariffEntry } from './tariff-entry.ts';

/** A month under a tariff that is sound; or why nobody could be asked for it. */
export function CheckAnswer({ check }: { check: ReturnType<typeof useCheck> }) {
  const { t } = useTranslation('billing');
  const { ofThrown } = useFailureMessages();
  if (check.isError)
    return (
      <div
        role="status"
        className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-paper px-4 py-3"
      >
        <p>
          {t('sample.failed')} {ofThrown(check.error)}
        </p>
        <Button look="secondary" size="small" onClick={() => void check.refetch()}>
          {t('sample.retry')}
        </Button>
      </div>
    );
  if (check.isLoading) return <Skeleton className="h-32" />;
  return check.data?.ok ? <SampleBill sample={check.data.sample} isStale={check.isStale} /> : null;
}

/** A month under a tariff that is not yet anybody's: whose use it is, what it comes to, and line by line how. */
function SampleBill({ sample, isStale }: { sample: Sample; isStale: boolean }) {
  const { t } = useTranslation('billing');
  const write = useBillFormat(sample.currency);
  const utility = sample.lines[0]?.utility ?? sample.faults[0]?.utility ?? firstUtility;
  const words = {
    // An example home's month is of the days on which the tariff's prices hold: it may be years ago.
    period: write.period(sample.start, sample.end, sample.of === 'example' ? { year: 'numeric' } : {}),
    used: write.used(utility, sample.used),
    total: write.money(sample.total),
  };
  return (
    <section className={isStale ? 'rounded-control bg-paper p-4 opacity-60' : 'rounded-control bg-paper p-4'}>
      <h3 className="font-semibold" aria-live="polite" data-sample-total={sample.total}>
        {t(`sample.${sample.of}${sample.faults.length > 0 ? 'Part' : ''}`, words)}
      </h3>
      <MissingNotes
        label={t('missing.label')}
        notes={missingParts(sample.faults).map((part) => missingText(part, t, write))}
        className="mt-2 bg-card"
      />
      {sample.lines.length > 0 && (
        <div className="mt-2 border-t border-line pt-1.5">
          <BillLineList lines={sample.lines} currency={sample.currency} start={sample.start} />
        </div>
      )}
    </section>
  );
}

/** The service's word on a tariff as it is being written, and whether it is on an earlier state of it. */
export function useCheck(householdId: string, given: GivenTariff | undefined) {
  const now = JSON.stringify(given ?? null);
  const settled = useSettled(now);
  const asked = JSON.parse(settled) as GivenTariff | null;
  const check = useQuery({
    ...checkQuery(householdId, asked ?? {}),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  return {
    ...check,
    data: given === undefined ? undefined : check.data,
    isStale: now !== settled || check.isPlaceholderData,
    // From the first word on, not only once it is asked: what is shown meanwhile does not come and go.
    isLoading: check.isLoading || (given !== undefined && check.data === undefined && now !== settled),
  };
}

const settledAfterMs = 400;

/** The value once it has been left alone for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledAfterMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** What the service says of the tariff that is being entered, and what that asks of the household. */
export function useEntryCheck(
  entry: TariffEntry,
  tariff: TariffRow | undefined,
  householdId: string,
  /** What the form says; undefined: it is not shown, or cannot show it. */
  draft: PlanDraft | undefined,
) {
  const isText = entry.way === 'text';
  // A tariff that came from a form has no text yet: the service writes it.
  const own = useQuery({
    ...checkQuery(householdId, { plan: tariff?.plan }),
    enabled: isText && entry.text === null && tariff !== undefined,
  });
  const text = entry.text ?? (own.data?.ok ? own.data.text : '');
  const library = useQuery({ ...libraryQuery, enabled: entry.way === 'library' });
  const chosen = entry.way === 'library' ? library.data?.tariffs.find(({ id }) => id === entry.libraryId) : undefined;
  const written = isText && text.trim() !== '' ? { text } : undefined;
  const given: GivenTariff | undefined =
    draft === undefined
      ? (written ?? (chosen && { library: chosen.id }))
      : hasOwnFaults(draft)
        ? undefined
        : { plan: planOfForm(draft) };
  const plain = useCheck(householdId, given);
  const asks = chosen ?? (plain.data?.ok ? plain.data.summary : asksNothing);
  const meters = useQuery({ ...tariffMetersQuery(householdId), enabled: asks.asksMeters.length > 0 });
  const { facts } = readFacts(entry.facts, asks, meters.data);
  const whole = given && facts ? { ...given, facts } : given;
  const check = useCheck(householdId, whole);
  /** What is entered, and what the service reads in it, once it is sound. */
  const read = check.data?.ok === true && !check.isStale ? check.data : undefined;
  return { check, asks, chosen, text, own, sound: read && whole, read };
}

interface YearComparisonProps {
  householdId: string;
  given: GivenTariff;
}

/** What the last twelve months would have cost under a tariff, beside the household's own as it stands today. */
export function YearComparison({ householdId, given }: YearComparisonProps) {
  const { t } = useTranslation('billing');
  const { ofThrown } = useFailureMessages();
  const compare = useMutation({
    mutationFn: (tariff: GivenTariff) =>
      callService(compareTariffs, { body: { household: householdId, tariffs: [tariff] } }),
  });
  const isAsked = JSON.stringify(compare.variables) === JSON.stringify(given);
  return (
    <div>
      {!(isAsked && compare.isSuccess) && (
        <Button look="secondary" pending={compare.isPending} onClick={() => compare.mutate(given)}>
          {t('year.ask')}
        </Button>
      )}
      <div aria-live="polite">
        {isAsked && compare.isError && <p className="mt-2 text-alert">{ofThrown(compare.error)}</p>}
        {isAsked && compare.isSuccess && <YearAnswer answer={compare.data} />}
      </div>
    </div>
  );
}

/** Less of the year known than this, and its sum is not a year's. */
const wholeYear = 0.95;

function YearAnswer({ answer }: { answer: ComparedTariffs }) {
  const { t } = useTranslation('billing');
  const { own, others, utility, used, coverage, start, end } = answer;
  const [other] = others;
  const write = useBillFormat(other?.currency);
  if (other === undefined) return null;
  if (coverage === null || used === 0) return <p className="rounded-control bg-paper p-4">{t('year.noUse')}</p>;
  const isAlike = own?.currency === other.currency && own.suppliers === other.suppliers;
  const difference = isAlike ? Number(other.total) - Number(own.total) : null;
  const words = {
    total: write.money(other.total),
    own: own === null ? '' : write.money(own.total),
    difference: write.money(Math.abs(difference ?? 0)),
    used: write.used(utility, used),
    period: write.period(start, end),
  };
  const verdict = difference === null ? 'alone' : difference > 0 ? 'more' : difference < 0 ? 'less' : 'same';
  return (
    <section className="rounded-control bg-paper p-4" data-year-total={other.total}>
      <h3 className="font-semibold">{t(`year.${verdict}`, words)}</h3>
      <p className="mt-1 text-small text-ink-soft">
        {t('year.of', words)}
        {coverage < wholeYear && ` ${t('year.part', { share: write.format.percent(coverage) })}`}
      </p>
      <MissingNotes
        label={t('missing.label')}
        notes={missingParts(other.faults).map((part) => missingText(part, t, write))}
        className="mt-2 bg-card"
      />
    </section>
  );
}

/** A tariff may be in another currency than the household's; a bill is in one. */
export function CurrencyNote({ tariff, household }: { tariff: string | undefined; household: string }) {
  const { t } = useTranslation('billing');
  const notes = tariff === undefined || tariff === household ? [] : [t('text.otherCurrency', { tariff, household })];
  return <MissingNotes label={t('text.currencyLabel')} notes={notes} />;
}
