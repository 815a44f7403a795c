import {
  type BillingUnit,
  billingUnitsOf,
  factsOf,
  flowsOf,
  priceUnitOf,
  textIn,
  type UnitSystem,
  type Utility,
  unitName,
} from '#catalogue/index.ts';
import type { PlanTextFault } from '../../../contract/tariff-plan.ts';
import { windowMinutes } from '../../../domain/tariff/plan.ts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { ChoiceChips } from '#shell/ui/radio-options.tsx';
import { MissingNotes } from '../../so-far/no-cost-card.tsx';
import { faultText, isOfEmptyField, type OwnFault, ownFaults, placeOf } from '../plan-faults.ts';
import { ChargeList } from './charge-list.tsx';
import { ofUtility, startTimes, withSizes, withText, withTimes } from './edit-draft.ts';
import { Fold, useDayNames } from './fields/charge-controls.tsx';
import { type FaultAt, FaultContext, PlacedSelect, PlacedText } from './fields/placed-fields.tsx';
import { NamedSection } from './named-sections.tsx';
import { asksSizes, type KeptParts, type PlanDraft } from './plan-draft.ts';
import { TimesSection } from './times-section.tsx';

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
          <NamedSection of="meters" draft={draft} onChange={onChange} />
          <NamedSection of="suppliers" draft={draft} onChange={onChange} />
          <WholeTariff draft={draft} onChange={onChange} />
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

/** What few tariffs say of the whole: when their years begin, the sizes of meters, and whether both ways of a meter count as one. */
function WholeTariff({ draft, onChange }: Pick<ChargesPanelProps, 'draft' | 'onChange'>) {
  const { t } = useTranslation('billing-charges');
  const { months } = useDayNames();
  const canReturn = flowsOf(draft.utility).includes('returned');
  const isAsked = draft.charges.some(asksSizes);
  // Prices by the size of the meter are those of pipes.
  const hasSizes = isAsked || !factsOf(draft.utility).hasCapacity || draft.meterSizes !== '';
  return (
    <Fold
      label={t(hasSizes ? 'whole.labelOfMeter' : 'whole.label')}
      isOpen={isAsked || [draft.yearStarts, draft.netting, draft.meterSizes].some((typed) => typed !== '')}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <PlacedSelect
          place="yearStarts"
          label={t('whole.yearStarts')}
          className=""
          value={draft.yearStarts}
          options={[
            { value: '', label: t('whole.usualYear') },
            ...months.map(({ value, label }) => ({ value: String(value), label })),
          ]}
          onChange={(yearStarts) => onChange({ ...draft, yearStarts })}
        />
        {hasSizes && (
          <PlacedText
            place="meterSizes"
            label={t('whole.meterSizes')}
            hint={t('whole.meterSizesHint')}
            value={draft.meterSizes}
            onChange={(meterSizes) => onChange(withSizes(draft, meterSizes))}
          />
        )}
        {canReturn && (
          <PlacedSelect
            place="netting"
            label={t('whole.netting')}
            className=""
            value={draft.netting}
            options={[
              { value: '', label: t('whole.noNetting') },
              ...windowMinutes.map((count) => ({ value: String(count), label: t('power.minutes', { count }) })),
            ]}
            onChange={(netting) => onChange({ ...draft, netting })}
          />
        )}
      </div>
    </Fold>
  );
}

/** What the form hands on without showing it. */
function KeptNote({ kept }: { kept: KeptParts }) {
  const { t } = useTranslation('billing-charges');
  const { timeZone, source, change, rounding, calendars = {} } = kept;
  const notes = [
    ...(timeZone === undefined ? [] : [t('kept.timeZone', { timeZone })]),
    ...(source === undefined ? [] : [t('kept.source', { title: source.title })]),
    ...(change === undefined || change === 'measured' ? [] : [t(`kept.change.${change}`)]),
    ...(rounding === undefined ? [] : [t('kept.rounding')]),
    ...(Object.keys(calendars).length === 0 ? [] : [t('kept.calendars')]),
  ];
  if (notes.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1.5 text-small font-semibold">{t('kept.title')}</h3>
      <MissingNotes label={t('kept.title')} notes={notes} />
    </div>
  );
}

interface DraftFaults {
  at: FaultAt;
  /** What has no field to stand at. */
  others: readonly string[];
}

/** The service's faults at the fields that they are about. What is only empty is said once somebody wanted to save. */
function useDraftFaults(draft: PlanDraft, faults: readonly PlanTextFault[], isTried: boolean): DraftFaults {
  const { t } = useTranslation(['billing-charges', 'billing']);
  const { t: ofText } = useTranslation('billing');
  const format = useFormat();
  const words: Record<OwnFault, string> = {
    namesake: t('faults.namesake'),
    thousands: t('billing:form.thousands'),
    days: t('faults.days'),
  };
  const at = new Map([...ownFaults(draft)].map(([place, fault]) => [place, words[fault]]));
  const others = new Set<string>();
  for (const fault of faults) {
    if (!isTried && isOfEmptyField(fault)) continue;
    const place = placeOf(fault, draft);
    const said = wordsFor(fault, place ?? '', t) ?? faultText(fault, ofText, format);
    if (place === undefined) others.add(said);
    else if (!at.has(place)) at.set(place, said);
  }
  return { at: (place) => at.get(place), others: [...others] };
}

/** Codes whose words for a text would name its keys. */
const ownWords = [
  'blocks-order',
  'charge-unknown',
  'discount-over-all',
  'no-charge',
  'schedule-unknown',
  'validity-overlap',
] as const;
type OwnWords = (typeof ownWords)[number];

const isOwn = (code: string): code is OwnWords => (ownWords as readonly string[]).includes(code);

/** Fields of a charge that are numbers; of a list each of its own, and of what has several parts those below. */
const numberFields =
  /^(amount|rate|sizeAmounts|rates|kW|round|atMost|sharePercent|past\w+|highest|meanOf|ratchet\w+|atLeast|keepMonths|paidAt)$/;
const numberParts = /^(upTo|rate|times|plus|atLeast|atMost)$/;

/** Whether a field of the form is a number: `charges.c2.rate`, `charges.c2.steps.0.upTo`. */
function isNumber(place: string): boolean {
  const [part, , field = '', ...rest] = place.split('.');
  return part === 'charges' && (numberFields.test(field) || numberParts.test(rest.at(-1) ?? ''));
}

type Translate = TFunction<['billing-charges', 'billing']>;

function wordsFor(fault: PlanTextFault, place: string, t: Translate): string | undefined {
  if (place.endsWith('.of') && fault.code !== 'charge-unknown') return t('faults.of');
  if (isOfEmptyField(fault) && fault.code !== 'no-charge') return t('faults.empty');
  if (isOwn(fault.code)) return t(`faults.${fault.code}`);
  if (fault.code !== 'value-invalid') return undefined;
  // Only a name that is not there keeps a price from being read by it.
  if (place.endsWith('.period') || place.startsWith('times.periods.')) return t('faults.empty');
  return isNumber(place) ? t('billing:form.notNumber', { example: '0.165' }) : undefined;
}
