import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#shell/ui/button.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import type { Household } from '#supabase/tables/index.ts';
import type { PlanTextFault } from '../../contract/tariff-plan.ts';
import { stillHolds } from './plan-faults.ts';
import type { FormOfPlan, UnshownPart } from './charges/form-of-plan.ts';
import { planOfForm } from './charges/plan-of-form.ts';
import type { PlanDraft } from './charges/plan-draft.ts';
import { CheckAnswer, CurrencyNote, type useCheck } from './check-answer.tsx';
import { type EntryTarget, utilitiesOf } from './tariff-entry.ts';

const ChargesPanel = lazy(async () => ({ default: (await import('./charges/charges-panel.tsx')).ChargesPanel }));

type Check = ReturnType<typeof useCheck>;

interface ChargesWayProps {
  form: FormOfPlan;
  target: EntryTarget;
  household: Household;
  check: Check;
  /** What kept it from being saved, if somebody wanted to. */
  refused: readonly PlanTextFault[] | undefined;
  /** What it asks for, and from which day it holds. */
  children: ReactNode;
  /** What a year would have cost. */
  year: ReactNode;
  onChange: (draft: PlanDraft) => void;
  onText: () => void;
  /** Begins with charges of one's own, where the form cannot show the plan's. */
  onNew: () => void;
}

/** A tariff charge by charge, with a month under it; or why it cannot be shown so. */
export function ChargesWay(props: ChargesWayProps) {
  const { form, target, household, check, refused, children, year, onChange, onText, onNew } = props;
  if (!form.ok)
    return (
      <Suspense fallback={<Skeleton className="h-72" />}>
        <UnshownPanel parts={form.parts} onText={onText} onNew={onNew} />
      </Suspense>
    );
  const { draft } = form;
  return (
    <Suspense fallback={<Skeleton className="h-72" />}>
      <ChargesPanel
        draft={draft}
        utilities={utilitiesOf(target)}
        units={household.units}
        faults={faultsNow(check, refused, draft)}
        isTried={refused !== undefined}
        preview={
          <>
            <CurrencyNote tariff={draft.currency} household={household.currency} />
            {check.data?.ok === true || check.isError || check.isLoading ? <CheckAnswer check={check} /> : <Waiting />}
            {year}
          </>
        }
        onChange={onChange}
      >
        {children}
      </ChargesPanel>
    </Suspense>
  );
}

/** What the service says, without what has been mended since; while it has not answered, what it said last. */
function faultsNow({ data, isStale }: Check, refused: ChargesWayProps['refused'], draft: PlanDraft): PlanTextFault[] {
  const said = data?.ok === false ? data.faults : [];
  const plan = planOfForm(draft);
  return [...said, ...((isStale && refused) || [])].filter((fault) => stillHolds(fault, plan));
}

/** In place of a month that cannot be worked out yet. */
function Waiting() {
  const { t } = useTranslation('billing-charges');
  return (
    <section className="rounded-control bg-paper p-4">
      <h3 className="font-semibold">{t('preview.title')}</h3>
      <p className="mt-1 text-small text-ink-soft">{t('preview.waiting')}</p>
    </section>
  );
}

interface UnshownPanelProps {
  parts: readonly UnshownPart[];
  onText: () => void;
  /** Begins with charges of one's own instead. */
  onNew: () => void;
}

/** Says what of a tariff the form has no fields for, and leads to where it can be changed. */
function UnshownPanel({ parts, onText, onNew }: UnshownPanelProps) {
  const { t } = useTranslation('billing-charges');
  return (
    <section className="rounded-control bg-paper p-4">
      <h3 className="font-semibold">{t('unshown.title')}</h3>
      <ul className="mt-1.5 list-disc space-y-1 pl-5">
        {parts.map((part) => (
          <li key={part}>{t(`unshown.${part}`)}</li>
        ))}
      </ul>
      <p className="mt-2 text-ink-soft">{t('unshown.text')}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={onText}>{t('unshown.toText')}</Button>
        <Button look="secondary" onClick={onNew}>
          {t('unshown.toNew')}
        </Button>
      </div>
    </section>
  );
}
