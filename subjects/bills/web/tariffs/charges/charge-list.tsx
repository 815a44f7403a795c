import { factsOf, flowsOf, textIn, type Utility } from '#catalogue/index.ts';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#shell/text/i18n.ts';
import { Button } from '#shell/ui/button.tsx';
import { Field, Select } from '#shell/ui/field.tsx';
import { type ChargeKind, chargeKinds } from '../../../domain/tariff/plan.ts';
import { useBillFormat } from '../../use-bill-format.ts';
import { CheckChips, MoveButtons, useDayNames } from './fields/charge-controls.tsx';
import { changed, chargesAbove, moved, withCharge, withoutCharge } from './edit-draft.ts';
import { PerSelect, PlacedAmount, PlaceFault, useFaultAt } from './fields/placed-fields.tsx';
import { MoreFields } from './fields/more-fields.tsx';
import { NamedChoices } from './named-sections.tsx';
import {
  amountForms,
  type ChargeDraft,
  type NamedDraft,
  type PlanDraft,
  pers,
  sizesOf,
  type TimesDraft,
} from './plan-draft.ts';
import { CapacityFields, DemandFields, UseFields } from './fields/price-fields.tsx';
import { AmountFields } from './fields/step-fields.tsx';

export interface ChargeListProps {
  draft: PlanDraft;
  unit: string;
  onChange: (draft: PlanDraft) => void;
  onStartTimes: () => void;
}

/** Of power, contracted or drawn. */
const ofCapacity: readonly ChargeKind[] = ['capacity', 'demand'];

const isFor = (utility: Utility, kind: ChargeKind): boolean => {
  if (kind === 'returned') return flowsOf(utility).includes(kind);
  return factsOf(utility).hasCapacity || !ofCapacity.includes(kind);
};

/** The charges in the order of the bill. */
export function ChargeList({ draft, unit, onChange, onStartTimes }: ChargeListProps) {
  const { t } = useTranslation('billing-charges');
  const { charges, utility, times } = draft;
  // One that is typed twice is a fault of its own, where it is typed.
  const sizes = [...new Set(sizesOf(draft))];
  const kinds = chargeKinds.filter((kind) => isFor(utility, kind));
  return (
    <section>
      <h3 className="text-title">{t('charges.title')}</h3>
      <p className="mb-3 text-small text-ink-soft">{t('charges.text')}</p>
      <ol className="space-y-3">
        {charges.map((charge, i) => (
          <ChargeCard
            key={charge.key}
            charge={charge}
            unit={unit}
            hasPower={factsOf(utility).hasCapacity}
            sizes={sizes}
            times={times}
            meters={draft.meters}
            suppliers={draft.suppliers}
            above={chargesAbove(draft, charge.key)}
            isFirst={i === 0}
            isLast={i === charges.length - 1}
            onMove={(by) => onChange({ ...draft, charges: moved(charges, i, by) })}
            onRemove={() => onChange(withoutCharge(draft, charge.key))}
            onChange={(part) => onChange({ ...draft, charges: changed(charges, charge.key, part) })}
            onStartTimes={onStartTimes}
          />
        ))}
      </ol>
      <fieldset className="mt-3">
        <legend className="mb-1.5 text-small font-semibold">{t('charges.add')}</legend>
        <div className="flex flex-wrap gap-2">
          {kinds.map((kind) => (
            <Button
              key={kind}
              look="secondary"
              size="small"
              icon={<Plus className="size-4" aria-hidden />}
              onClick={() => onChange(withCharge(draft, kind))}
            >
              {t(`kinds.${kind}`)}
            </Button>
          ))}
        </div>
      </fieldset>
    </section>
  );
}

interface ChargeCardProps extends Omit<ChargeFieldsProps, 'place'> {
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** One charge: what it is, its fields, and what few need of it. */
function ChargeCard({ isFirst, isLast, onMove, onRemove, ...fields }: ChargeCardProps) {
  const { t } = useTranslation('billing-charges');
  const { charge, unit, onChange } = fields;
  const place = `charges.${charge.key}`;
  const name = useChargeName()(charge);
  const kind = t(`kinds.${charge.kind}`);
  const dates = useChargeDates()(charge);
  const about = [...(name === kind ? [] : [kind]), ...dates].join(' · ');
  return (
    <li className="rounded-card border border-line p-4" data-charge={charge.id}>
      <div className="mb-2 flex items-start justify-between gap-3">
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <h4 className="font-semibold">{name}</h4>
          {about !== '' && <p className="text-small text-ink-soft">{about}</p>}
        </div>
        <MoveButtons
          name={[name, ...dates].join(', ')}
          isFirst={isFirst}
          isLast={isLast}
          onMove={onMove}
          onRemove={onRemove}
        />
      </div>
      <PlaceFault place={place} />
      <NamedChoices
        charge={charge}
        place={place}
        meters={fields.meters}
        suppliers={fields.suppliers}
        onChange={onChange}
      />
      <ChargeFields {...fields} place={place} />
      <MoreFields charge={charge} place={place} unit={unit} onChange={onChange} />
    </li>
  );
}

interface ChargeFieldsProps {
  charge: ChargeDraft;
  place: string;
  unit: string;
  /** Power is contracted of this utility. */
  hasPower: boolean;
  /** Of meters, which the tariff tells apart. */
  sizes: readonly string[];
  times: TimesDraft | null;
  /** Those that the tariff prices apart. */
  meters: readonly NamedDraft[];
  suppliers: readonly NamedDraft[];
  /** Charges that stand above it. */
  above: readonly ChargeDraft[];
  onChange: (part: Partial<ChargeDraft>) => void;
  onStartTimes: () => void;
}

/** The fields that are fit for a kind of charge. */
function ChargeFields(props: ChargeFieldsProps) {
  const { t } = useTranslation('billing-charges');
  const { charge, place, above, hasPower, sizes, onChange } = props;
  // The form that is chosen stays, whatever it waits for: no other says what its fields would be for.
  const isOffered = (form: (typeof amountForms)[number]) =>
    form === charge.price || (form === 'bySize' ? !hasPower || sizes.length > 0 : form !== 'byPower' || hasPower);
  const amount = (label: string) => (
    <PlacedAmount
      place={`${place}.amount`}
      label={label}
      value={charge.amount}
      onChange={(value) => onChange({ amount: value })}
    />
  );
  const per = <PerSelect charge={charge} place={place} options={pers} onChange={onChange} />;
  const of = <OfField charge={charge} place={place} above={above} onChange={onChange} />;
  switch (charge.kind) {
    case 'use':
    case 'returned':
      return <UseFields {...props} />;
    case 'capacity':
      return <CapacityFields {...props} />;
    case 'demand':
      return <DemandFields {...props} />;
    case 'fixed':
      return (
        <div className="grid grid-cols-2 items-start gap-3">
          <AmountFields {...props} label={t('amount')} forms={amountForms.filter(isOffered)} />
          {per}
        </div>
      );
    case 'minimum':
    case 'maximum':
      return (
        <div className="space-y-3">
          <div className="grid grid-cols-2 items-start gap-3">
            {amount(t('amount'))}
            {per}
          </div>
          {charge.per === 'year' && <p className="text-small text-ink-soft">{t('per.yearEnd')}</p>}
          {of}
        </div>
      );
    case 'derived':
    case 'discount':
    case 'tax':
      return (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <AmountFields {...props} label={t('percent')} forms={['rate', 'byUse']} />
          {of}
        </div>
      );
  }
}

interface OfFieldProps {
  charge: ChargeDraft;
  place: string;
  /** Those that stand above it. */
  above: readonly ChargeDraft[];
  onChange: (part: Partial<ChargeDraft>) => void;
}

/** What a share or a minimum is of: all that stands above it, or some of that. */
function OfField({ charge, place, above, onChange }: OfFieldProps) {
  const { t } = useTranslation('billing-charges');
  const nameOf = useChargeName();
  const fault = useFaultAt()(`${place}.of`);
  const { of } = charge;
  return (
    <div className="space-y-3">
      <Field label={t('of.label')} error={fault}>
        {(control) => (
          <Select
            {...control}
            options={[
              { value: 'all', label: t('of.all') },
              { value: 'some', label: t('of.some') },
            ]}
            value={of === 'all' ? 'all' : 'some'}
            onChange={({ target: { value } }) => onChange({ of: value === 'all' ? 'all' : above.map((one) => one.id) })}
          />
        )}
      </Field>
      {of !== 'all' && (
        <CheckChips
          label={t('of.chosen')}
          options={above.map((one) => ({ value: one.id, label: nameOf(one) }))}
          chosen={of}
          onChange={(chosen) => onChange({ of: chosen })}
        />
      )}
    </div>
  );
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** What a charge is called: its own name, else that of its kind. */
function useChargeName(): (charge: ChargeDraft) => string {
  const { t } = useTranslation('billing-charges');
  const language = useLanguage();
  return ({ name, kind }) => textIn(name, language) || t(`kinds.${kind}`);
}

/** When a charge holds, where that is not always: prices that follow each other are told apart by it. */
function useChargeDates(): (charge: ChargeDraft) => string[] {
  const { t } = useTranslation('billing-charges');
  const { period, day } = useBillFormat();
  const { months: names } = useDayNames();
  const datesOf = ({ from, until }: ChargeDraft): string[] => {
    if (isDay(from) && isDay(until) && from < until) return [period(from, until)];
    if (isDay(from)) return [t('held.from', { day: day(from) })];
    return isDay(until) ? [t('held.until', { day: day(until) })] : [];
  };
  return (charge) => [
    ...datesOf(charge),
    ...(charge.months.length === 0
      ? []
      : [names.flatMap(({ value, label }) => (charge.months.includes(value) ? [label] : [])).join(', ')]),
  ];
}
