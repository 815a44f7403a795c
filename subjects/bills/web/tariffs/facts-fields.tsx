import { useQuery } from '@tanstack/react-query';
import type { TariffSummary } from '../../contract/tariffs.ts';
import { useTranslation } from 'react-i18next';
import { textIn, type Utility } from '#catalogue/index.ts';
import { useDevices } from '#shell/household/connected-devices.ts';
import { useHousehold } from '#shell/household/household.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { Field, Input, Select } from '#shell/ui/field.tsx';
import { AmountInput } from './prices/amount-input.tsx';
import { MissingNotes } from '../so-far/no-cost-card.tsx';
import type { TariffFactsRow } from '#supabase/tables/json-columns.ts';
import { type TariffMeter, tariffMetersQuery } from './tariff-api.ts';
import { plainDecimal } from './prices/simple-plan.ts';

/** What a tariff asks of the household. */
export type AskedOfHome = Pick<
  TariffSummary,
  'utility' | 'asksPersons' | 'asksPower' | 'asksMeters' | 'asksSize' | 'series'
>;

export interface FactsFieldsProps {
  asks: AskedOfHome;
  facts: FactsDraft;
  faults: FactFaults | undefined;
  onChange: (facts: FactsDraft) => void;
}

/** What a tariff asks of the household: the power that it contracted, the size of its meter, how many live there; and what has to be imported for it. */
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
      {asks.asksSize.length > 0 && (
        <Field
          label={t('facts.meterSize')}
          hint={t('facts.meterSizeHint')}
          error={faults?.meterSize === undefined ? undefined : t('facts.meterSizeMissing')}
        >
          {(control) => (
            <Select
              {...control}
              options={[
                { value: '', label: t('facts.meterSizeChoose') },
                ...asks.asksSize.map((value) => ({ value, label: value })),
              ]}
              value={asks.asksSize.includes(facts.meterSize) ? facts.meterSize : ''}
              onChange={(event) => onChange({ ...facts, meterSize: event.target.value })}
            />
          )}
        </Field>
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
      {asks.asksMeters.length > 0 && <MetersFields asks={asks} facts={facts} onChange={onChange} />}
      <MissingNotes label={t('facts.seriesLabel')} notes={asks.series.map((series) => t('facts.series', { series }))} />
    </>
  );
}

/** Which of the home's meters a tariff prices apart. None is a fair answer: then nothing is priced so, and the bill says it. */
function MetersFields({ asks, facts, onChange }: Omit<FactsFieldsProps, 'faults'>) {
  const { t } = useTranslation('billing');
  const language = useLanguage();
  const known = useMetersOf(asks.utility);
  return (
    <fieldset>
      <legend className="mb-1 text-small font-semibold">{t('facts.meters')}</legend>
      <p className="mb-2 text-small text-ink-soft">{t('facts.metersHint')}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {asks.asksMeters.map(({ id, name }) => (
          <Field key={id} label={textIn(name, language)}>
            {(control) => (
              <Select
                {...control}
                options={[{ value: '', label: t('facts.noMeter') }, ...known]}
                value={facts.meters[id] ?? ''}
                onChange={(event) => onChange({ ...facts, meters: { ...facts.meters, [id]: event.target.value } })}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}

/** By the names of their devices; those of one device by what their sender calls them too. */
function useMetersOf(utility: Utility) {
  const householdId = useHousehold().data?.id;
  const { data: meters = [] } = useQuery({
    ...tariffMetersQuery(householdId ?? ''),
    enabled: householdId !== undefined,
  });
  const { data: devices = [] } = useDevices();
  const nameOf = (device: string) => devices.find(({ id }) => id === device)?.name ?? '';
  const own = metersOf(utility, meters);
  return own.map(({ id, key, device_id: device }) => {
    const name = nameOf(device);
    const isAlone = own.filter((one) => nameOf(one.device_id) === name).length === 1;
    return { value: String(id), label: name === '' ? key : isAlone ? name : `${name} (${key})` };
  });
}

/** Those that a tariff of a utility can price apart. */
const metersOf = (utility: Utility, meters: readonly TariffMeter[]) =>
  meters.filter((one) => one.utility === utility && (one.flow === 'drawn' || one.flow === 'returned'));

/** As they were typed; power by period, or under an empty name for all of them. */
export interface FactsDraft {
  persons: string;
  kW: Record<string, string>;
  /** Ids by what the tariff calls them; empty: none. */
  meters: Record<string, string>;
  /** Empty: nobody has said. */
  meterSize: string;
}

type AskedFacts = Omit<AskedOfHome, 'series'>;

export interface FactFaults {
  persons?: 'persons';
  meterSize?: 'meterSize';
  /** The periods whose power is missing or no number. */
  power: string[];
}

const maxPersons = 50;

export function factsDraftOf({ persons, kW = {}, meters = {}, meterSize = '' }: TariffFactsRow = {}): FactsDraft {
  return {
    persons: persons === undefined ? '' : String(persons),
    kW: typeof kW === 'string' ? { '': kW } : { ...kW },
    meters: { ...meters },
    meterSize,
  };
}

/** What was typed for a period: a power that was given for all counts for each. */
function powerOf(draft: FactsDraft, period: string): string {
  return draft.kW[period] ?? draft.kW[''] ?? '';
}

function power(typed: string): string | undefined {
  const decimal = plainDecimal(typed);
  return decimal !== undefined && Number(decimal) > 0 && /^\d{1,4}(\.\d{1,3})?$/.test(decimal) ? decimal : undefined;
}

/** What of the facts can be sent, and what is still asked for. A meter that the home has no more is no answer; left out: nobody knows yet which it has. */
export function readFacts(
  draft: FactsDraft,
  { utility, asksPersons, asksPower, asksMeters, asksSize }: AskedFacts,
  meters?: readonly TariffMeter[],
): { facts: TariffFactsRow | undefined; faults: FactFaults | undefined } {
  const persons = /^\d{1,2}$/.test(draft.persons.trim()) ? Number(draft.persons) : 0;
  const hasPersons = asksPersons && persons >= 1 && persons <= maxPersons;
  const powers = asksPower.map((period) => [period, power(powerOf(draft, period))] as const);
  const known = powers.filter((one): one is readonly [string, string] => one[1] !== undefined);
  const kW = known[0]?.[0] === '' ? known[0][1] : Object.fromEntries(known);
  const missing = powers.filter(([, value]) => value === undefined).map(([period]) => period);
  const ids = meters && metersOf(utility, meters).map(({ id }) => String(id));
  const chosen = asksMeters
    .map(({ id }) => [id, draft.meters[id] ?? ''] as const)
    .filter(([, meter]) => meter !== '' && (ids?.includes(meter) ?? true));
  const hasSize = asksSize.includes(draft.meterSize);
  const facts = {
    ...(hasPersons && { persons }),
    ...(known.length > 0 && { kW }),
    ...(chosen.length > 0 && { meters: Object.fromEntries(chosen) }),
    ...(hasSize && { meterSize: draft.meterSize }),
  };
  const lacks = {
    ...(asksPersons && !hasPersons && { persons: 'persons' as const }),
    ...(asksSize.length > 0 && !hasSize && { meterSize: 'meterSize' as const }),
  };
  return {
    facts: Object.keys(facts).length > 0 ? facts : undefined,
    faults: missing.length > 0 || Object.keys(lacks).length > 0 ? { power: missing, ...lacks } : undefined,
  };
}
