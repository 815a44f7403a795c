import type { TariffSummary } from '@wattershed/contracts';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { AmountInput } from './amount-input.tsx';
import { MissingNotes } from '../so-far/missing-notes.tsx';
import { type FactFaults, type FactsDraft, powerOf } from './tariff-facts.ts';

export interface FactsFieldsProps {
  asks: Pick<TariffSummary, 'asksPersons' | 'asksPower' | 'series'>;
  facts: FactsDraft;
  faults: FactFaults | undefined;
  onChange: (facts: FactsDraft) => void;
}

/** What a tariff asks of the household: the power that it contracted, how many live there; and what has to be imported for it. */
export function FactsFields({ asks, facts, faults, onChange }: FactsFieldsProps) {
  const { t } = useTranslation('billing');
  return (
    <>
      {asks.asksPower.length > 0 && (
        <fieldset>
          <legend className="mb-1 text-small font-semibold">{t('facts.power')}</legend>
          <p className="mb-2 text-small text-ink-soft">{t('facts.powerHint')}</p>
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {asks.asksPower.map((period) => (
              <AmountInput
                key={period}
                label={period === '' ? t('facts.kW') : t('facts.kWOf', { period })}
                value={powerOf(facts, period)}
                error={faults?.power.includes(period) ? t('facts.powerMissing') : undefined}
                onChange={(value) => onChange({ ...facts, kW: { ...facts.kW, [period]: value } })}
              />
            ))}
          </div>
        </fieldset>
      )}
      {asks.asksPersons && (
        <Field
          label={t('facts.persons')}
          hint={t('facts.personsHint')}
          error={faults?.persons === undefined ? undefined : t('facts.personsMissing')}
        >
          {(control) => (
            <Input
              {...control}
              className="figures max-w-28 text-right"
              inputMode="numeric"
              autoComplete="off"
              maxLength={2}
              value={facts.persons}
              onChange={(event) => onChange({ ...facts, persons: event.target.value })}
            />
          )}
        </Field>
      )}
      <MissingNotes label={t('facts.seriesLabel')} notes={asks.series.map((series) => t('facts.series', { series }))} />
    </>
  );
}
