import { useMutation } from '@tanstack/react-query';
import { type ComparedTariffs, compareTariffs, type GivenTariff } from '../../../contract/tariffs.ts';
import { useTranslation } from 'react-i18next';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { callService } from '#shell/data/service.ts';
import { Button } from '#shell/ui/button.tsx';
import { MissingNotes } from '../../so-far/no-cost-card.tsx';
import { missingParts, missingText } from '../../so-far/pricing-faults.ts';
import { useBillFormat } from '../../use-bill-format.ts';

export interface YearComparisonProps {
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
  const difference = own?.currency === other.currency ? Number(other.total) - Number(own.total) : null;
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
