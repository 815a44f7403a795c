import { type ReactNode, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { factsOf, firstUtility, type UnitSystem, type Utility } from '#catalogue/index.ts';
import { Field, Input } from '#shell/ui/field.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { UtilityLabel } from '#shell/ui/utility-mark.tsx';
import type { Household } from '#supabase/tables/index.ts';
import { ChargesWay } from './charges-way.tsx';
import type { FormOfPlan } from './charges/form-of-plan.ts';
import type { PlanDraft } from './charges/plan-draft.ts';
import { CheckAnswer, useCheck, type useEntryCheck, YearComparison } from './check-answer.tsx';
import {
  checkPrices,
  planOfPrices,
  type PriceField,
  priceFields,
  priceUnitName,
  type SimplePrices,
} from './prices/simple-plan.ts';
import { FactsFields } from './facts-fields.tsx';
import { LibraryChoice, LibraryPanel } from './library-panel.tsx';
import { AmountInput } from './prices/amount-input.tsx';
import { EndedPrices } from './describe-plan.tsx';
import { chargesOf, type EntryFaults, type EntryTarget, type TariffEntry, utilitiesOf } from './tariff-entry.ts';
import { TextPanel } from './text/text-panel.tsx';

interface EntryPanelProps {
  entry: TariffEntry;
  target: EntryTarget;
  household: Household;
  /** What the form shows, where its way is looked at. */
  charges: FormOfPlan | undefined;
  checked: ReturnType<typeof useEntryCheck>;
  faults: EntryFaults;
  area: RefObject<HTMLTextAreaElement | null>;
  onChange: (part: Partial<TariffEntry>) => void;
  onFaults: (faults: EntryFaults) => void;
  /** To the text of what the form cannot show. */
  onText: () => void;
}

/** The fields of the way in which a tariff is being entered. */
export function EntryPanel(props: EntryPanelProps) {
  const { entry, target, household, charges, checked, faults, onChange, onFaults, onText } = props;
  const { asks, sound, check } = checked;
  const start = (
    <>
      <StartField
        value={entry.validFrom}
        fault={faults.validFrom}
        onChange={(validFrom) => {
          onFaults(withoutDay(faults));
          onChange({ validFrom });
        }}
      />
      <EndedPrices until={check.data?.ok ? check.data.summary.until : null} day={entry.validFrom} />
    </>
  );
  const asked = (
    <>
      <FactsFields asks={asks} facts={entry.facts} faults={faults.facts} onChange={(facts) => onChange({ facts })} />
      {start}
    </>
  );
  const year = sound !== undefined && <YearComparison householdId={household.id} given={sound} />;
  if (entry.way === 'prices') return <PricesWay {...props} start={start} />;
  if (charges !== undefined)
    return (
      <ChargesWay
        form={charges}
        target={target}
        household={household}
        check={check}
        refused={faults.charges}
        year={year}
        onChange={(draft) => onChange({ draft: begunAnew(props, draft) ?? draft })}
        onText={onText}
        onNew={() => onChange({ begin: null, draft: null })}
      >
        {asked}
      </ChargesWay>
    );
  return (
    <>
      {entry.way === 'library' ? <LibraryWay {...props}>{asked}</LibraryWay> : <TextWay {...props}>{asked}</TextWay>}
      {year}
    </>
  );
}

function withoutDay(faults: EntryFaults): EntryFaults {
  const { validFrom, ...others } = faults;
  return validFrom === undefined ? faults : others;
}

/** Of another utility, before anything was entered: what its own prices say. */
function begunAnew({ entry, target, household, charges }: EntryPanelProps, draft: PlanDraft): PlanDraft | undefined {
  const isOther = charges?.ok === true && charges.draft.utility !== draft.utility;
  if (!isOther || entry.draft !== null || entry.begin !== null) return undefined;
  const own = chargesOf(entry, { ...target, utility: draft.utility }, household);
  return own.ok ? own.draft : undefined;
}

interface StartFieldProps {
  value: string;
  fault: EntryFaults['validFrom'];
  onChange: (day: string) => void;
}

/** From which day a tariff is in force. */
function StartField({ value, fault, onChange }: StartFieldProps) {
  const { t } = useTranslation('billing');
  return (
    <Field
      label={t('form.validFrom')}
      hint={t('form.validFromHint')}
      error={fault === undefined ? undefined : t(`form.${fault}`)}
    >
      {(control) => (
        <Input
          {...control}
          type="date"
          className="sm:max-w-52"
          min="2000-01-01"
          max="2099-12-31"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

// The ways in which a tariff is entered.

function PricesWay({ entry, target, household, faults, onChange, start }: EntryPanelProps & { start: ReactNode }) {
  const { t } = useTranslation('billing');
  const currency = target.tariff?.currency ?? household.currency;
  const shown = utilitiesOf(target);
  return (
    <>
      <p className="text-ink-soft">{t('form.text')}</p>
      <PricesPanel
        utilities={shown}
        prices={entry.prices}
        faults={faults.prices}
        units={household.units}
        currency={currency}
        onChange={(of, field, value) =>
          onChange({ prices: { ...entry.prices, [of]: { ...entry.prices[of], [field]: value } } })
        }
      />
      {start}
      {shown.map((utility) => (
        <PricesPreview
          key={utility}
          utility={utility}
          prices={entry.prices[utility]}
          household={household}
          currency={currency}
          isNamed={shown.length > 1}
        />
      ))}
    </>
  );
}

interface PricesPanelProps {
  utilities: readonly Utility[];
  prices: Record<Utility, SimplePrices>;
  faults: EntryFaults['prices'];
  units: UnitSystem;
  currency: string;
  onChange: (utility: Utility, field: PriceField, value: string) => void;
}

/** A price, a standing charge and a tax: what most bills come to. */
function PricesPanel({ utilities, prices, faults, units, currency, onChange }: PricesPanelProps) {
  const { t } = useTranslation('billing');
  const labels = (utility: Utility): Record<PriceField, string> => ({
    rate: t('form.rateVolume', { unit: priceUnitName(utility, units, t) }),
    standing: t('form.standing'),
    tax: t('form.tax'),
  });
  return (
    <>
      {utilities.map((utility) => (
        <fieldset key={utility}>
          <legend className="mb-2">
            <UtilityLabel utility={utility}>{t(utility)}</UtilityLabel>
          </legend>
          <div className="grid gap-3 sm:grid-cols-3">
            {priceFields.map((field) => {
              const fault = faults?.[utility]?.[field];
              return (
                <AmountInput
                  key={field}
                  label={labels(utility)[field]}
                  value={prices[utility][field]}
                  error={fault === undefined ? undefined : t(`form.${fault}`, { example: '0.165' })}
                  onChange={(value) => onChange(utility, field, value)}
                />
              );
            })}
          </div>
        </fieldset>
      ))}
      <p className="text-small text-ink-soft">{t('form.currencyHint', { currency })}</p>
    </>
  );
}

interface PricesPreviewProps {
  utility: Utility;
  prices: SimplePrices;
  household: Household;
  currency: string;
  /** There is another one beside it. */
  isNamed: boolean;
}

/** A month under the prices as they are typed, and what a year would have cost; nothing while they are none. */
function PricesPreview({ utility, prices, household, currency, isNamed }: PricesPreviewProps) {
  const { t } = useTranslation('billing');
  const checked = checkPrices(prices, utility, household.units);
  const given = checked.ok ? { plan: planOfPrices(checked.value, utility, currency) } : undefined;
  const check = useCheck(household.id, given);
  if (given === undefined) return null;
  return (
    <section aria-label={t(utility)} className="space-y-3">
      {isNamed && <UtilityLabel utility={utility}>{t(utility)}</UtilityLabel>}
      <CheckAnswer check={check} />
      {check.data?.ok === true && !check.isStale && <YearComparison householdId={household.id} given={given} />}
    </section>
  );
}

type WayProps = EntryPanelProps & { children: ReactNode };

function LibraryWay({ target, household, checked, onChange, onFaults, children }: WayProps) {
  const search = useRef<HTMLInputElement>(null);
  const { chosen, check } = checked;
  return chosen === undefined ? (
    <LibraryPanel
      utility={target.tariff?.utility ?? target.utility}
      household={household}
      search={search}
      onChoose={({ id }) => onChange({ libraryId: id })}
    />
  ) : (
    <LibraryChoice
      key={chosen.id}
      tariff={chosen}
      currency={household.currency}
      check={check}
      onBack={() => {
        onFaults({});
        onChange({ libraryId: null });
      }}
    >
      {children}
    </LibraryChoice>
  );
}

function TextWay({ target, household, checked, faults, area, onChange, children }: WayProps) {
  const { t } = useTranslation('billing');
  const { text, own, check } = checked;
  if (own.isLoading) return <Skeleton className="h-72" />;
  const utility = target.tariff?.utility ?? target.utility ?? firstUtility;
  return (
    <TextPanel
      text={text}
      currency={household.currency}
      fault={faults.text}
      check={check}
      area={area}
      onChange={(next) => onChange({ text: next })}
      onExample={() => {
        onChange({ text: exampleText(utility, household.currency, t('text.exampleName')) });
        area.current?.focus();
      }}
    >
      {children}
    </TextPanel>
  );
}

/** A short tariff to begin with: one price, something a month, and a tax. */
function exampleText(utility: Utility, currency: string, name: string): string {
  const { counter, examplePrice } = factsOf(utility);
  return `name: ${name}
utility: ${utility}
currency: ${currency}
unit: ${counter.unit}
charges:
  - id: use
    kind: use
    rate: ${examplePrice}
  - id: standing
    kind: fixed
    per: month
    amount: 5.00
  - id: tax
    kind: tax
    percent: 21
    of: all
`;
}
