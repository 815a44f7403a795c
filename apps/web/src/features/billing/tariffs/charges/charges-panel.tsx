import {
  type BillingUnit,
  billingUnitsOf,
  priceUnitOf,
  textIn,
  type UnitSystem,
  type Utility,
  unitName,
} from '@wattershed/catalogue';
import type { PlanTextFault } from '@wattershed/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../platform/use-language.ts';
import { ChoiceChips } from '../../../../ui/choice-chips.tsx';
import { ChargeList } from './charge-list.tsx';
import { ofUtility, startTimes, withText, withTimes } from './edit-draft.ts';
import { FaultContext } from './fault-context.ts';
import { KeptNote } from './kept-note.tsx';
import { PlacedSelect, PlacedText } from './placed-fields.tsx';
import type { PlanDraft } from './plan-draft.ts';
import { TimesSection } from './times-section.tsx';
import { useDraftFaults } from './use-draft-faults.ts';

export interface ChargesPanelProps {
  draft: PlanDraft;
  /** More than one: which it is for can be chosen. */
  utilities: readonly Utility[];
  /** As the household writes what it uses: what a utility is priced by. */
  units: UnitSystem;
  faults: readonly PlanTextFault[];
  /** Somebody wanted to save it: what is empty is a fault by now. */
  isTried: boolean;
  /** The month under it, where it is sound. */
  preview: ReactNode;
  /** What it asks for, and from which day it holds. */
  children: ReactNode;
  onChange: (draft: PlanDraft) => void;
}

/** A tariff of any kind, charge by charge, with a month under it beside them. */
export function ChargesPanel(props: ChargesPanelProps) {
  const { draft, utilities, units, faults, isTried, preview, children, onChange } = props;
  const { t } = useTranslation(['billing-charges', 'billing']);
  const { at, others } = useDraftFaults(draft, faults, isTried);
  const unit = unitName(draft.unit);
  const times = () => startTimes([t('times.peak'), t('times.offPeak')]);
  return (
    <FaultContext value={at}>
      <div data-wide className="gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="space-y-6">
          <p className="text-ink-soft">{t('text')}</p>
          {utilities.length > 1 && (
            <ChoiceChips<Utility>
              label={t('utility')}
              isLabelShown
              value={draft.utility}
              options={utilities.map((value) => ({ value, label: t(`billing:${value}`) }))}
              onChange={(utility) => onChange(ofUtility(draft, utility, priceUnitOf(utility, units)))}
            />
          )}
          <NameAndUnit draft={draft} onChange={onChange} />
          <ChargeList
            draft={draft}
            unit={unit}
            onChange={onChange}
            onStartTimes={() => onChange({ ...draft, times: times() })}
          />
          <TimesSection draft={draft} onChange={onChange} onStart={() => onChange(withTimes(draft, times()))} />
          {others.length > 0 && (
            <ul aria-live="polite" className="rounded-control bg-alert-soft px-3 py-2 text-small text-alert">
              {others.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          )}
          <KeptNote kept={draft.kept} />
          {children}
        </div>
        <div className="space-y-4 max-lg:mt-6 lg:sticky lg:top-4 lg:self-start">{preview}</div>
      </div>
    </FaultContext>
  );
}

function NameAndUnit({ draft, onChange }: Pick<ChargesPanelProps, 'draft' | 'onChange'>) {
  const { t } = useTranslation('billing-charges');
  const language = useLanguage();
  const units = billingUnitsOf(draft.utility);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <PlacedText
        place="name"
        label={t('name')}
        maxLength={120}
        value={textIn(draft.name, language)}
        onChange={(name) => onChange({ ...draft, name: withText(draft.name, language, name) })}
      />
      {units.length > 1 ? (
        <PlacedSelect<BillingUnit>
          place="unit"
          label={t('unit')}
          hint={t('currency', { currency: draft.currency })}
          className=""
          value={draft.unit}
          options={units.map((value) => ({ value, label: t(`units.${value as 'm3'}`) }))}
          onChange={(unit) => onChange({ ...draft, unit })}
        />
      ) : (
        <p className="self-end text-small text-ink-soft sm:pb-3">{t('currency', { currency: draft.currency })}</p>
      )}
    </div>
  );
}
