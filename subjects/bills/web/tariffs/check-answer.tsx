import { firstUtility } from '#catalogue/index.ts';
import type { GivenTariff, SampleBill as Sample } from '../../contract/tariffs.ts';
import { useTranslation } from 'react-i18next';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { BillLineList } from '../bills/bill-breakdown.tsx';
import { MissingNotes } from '../so-far/no-cost-card.tsx';
import { missingParts, missingText } from '../so-far/pricing-faults.ts';
import { useBillFormat } from '../use-bill-format.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { checkQuery, libraryQuery } from './tariff-api.ts';
import type { TariffRow } from '#supabase/tables/index.ts';
import { hasOwnFaults } from './charges/own-faults.ts';
import { planOfForm } from './charges/plan-of-form.ts';
import type { PlanDraft } from './charges/plan-draft.ts';
import { asksNothing, type TariffEntry } from './tariff-entry.ts';
import { readFacts } from './facts-fields.tsx';

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
  const { facts } = readFacts(entry.facts, asks);
  const whole = given && facts ? { ...given, facts } : given;
  const check = useCheck(householdId, whole);
  /** What is entered, and what the service reads in it, once it is sound. */
  const read = check.data?.ok === true && !check.isStale ? check.data : undefined;
  return { check, asks, chosen, text, own, sound: read && whole, read };
}
