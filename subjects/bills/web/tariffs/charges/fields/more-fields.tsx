import { textIn } from '#catalogue/index.ts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#shell/text/i18n.ts';
import { isOfUnits, roundingModes, shareKinds, unitKinds } from '../../../../domain/tariff/plan.ts';
import { CheckChips, Fold, useDayNames } from './charge-controls.tsx';
import { withText } from '../edit-draft.ts';
import { PlacedAmount, PlacedSelect, PlacedText, useFaultAt } from './placed-fields.tsx';
import { blockPers, type ChargeDraft, keepForms, pers, pricedKinds } from '../plan-draft.ts';

export interface MoreFieldsProps {
  charge: ChargeDraft;
  place: string;
  unit: string;
  onChange: (part: Partial<ChargeDraft>) => void;
}

const wholeUnits = ['', ...roundingModes] as const;
const yearCounts = ['', 'days', 'hours'] as const;
const limited: readonly string[] = [...unitKinds, ...shareKinds];
const faultFields = [
  'name from until months round by atMost sharePercent wholeUnits pastMonths pastAbove pastUpTo',
  'exchangeCurrency exchangeSeries highest meanOf ratchetPercent ratchetMonths atLeast keep keepMonths paidAt',
].flatMap((fields) => fields.split(' '));

/** What few charges need: a name of their own, days and months, limits and rounding. */
export function MoreFields({ charge, place, unit, onChange }: MoreFieldsProps) {
  const { t } = useTranslation('billing-charges');
  const faultAt = useFaultAt();
  const hasFault = faultFields.some((field) => faultAt(`${place}.${field}`) !== undefined);
  return (
    <Fold label={t('more.label')} isOpen={hasFault}>
      <Dates charge={charge} place={place} unit={unit} onChange={onChange} />
      <Limits charge={charge} place={place} unit={unit} onChange={onChange} />
      {charge.kind === 'demand' && <PastPower charge={charge} place={place} unit={unit} onChange={onChange} />}
      {(charge.kind === 'use' || charge.kind === 'minimum') && (
        <LeftOver charge={charge} place={place} unit={unit} onChange={onChange} />
      )}
      <PastUse charge={charge} place={place} unit={unit} onChange={onChange} />
      {pricedKinds.includes(charge.kind) && (
        <OtherCurrency charge={charge} place={place} unit={unit} onChange={onChange} />
      )}
    </Fold>
  );
}

function Dates({ charge, place, onChange }: MoreFieldsProps) {
  const { t } = useTranslation('billing-charges');
  const language = useLanguage();
  const { months } = useDayNames();
  return (
    <>
      <PlacedText
        place={`${place}.name`}
        label={t('more.name')}
        maxLength={120}
        placeholder={t(`kinds.${charge.kind}`)}
        value={textIn(charge.name, language)}
        onChange={(name) => onChange({ name: withText(charge.name, language, name) })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        {(['from', 'until'] as const).map((field) => (
          <PlacedText
            key={field}
            place={`${place}.${field}`}
            label={t(`more.${field}`)}
            type="date"
            value={charge[field]}
            onChange={(value) => onChange({ [field]: value })}
          />
        ))}
      </div>
      <CheckChips
        label={t('months')}
        options={months}
        chosen={charge.months}
        onChange={(chosen) => onChange({ months: chosen })}
      />
    </>
  );
}

/** Amounts of the same kind beside each other. */
function AmountRow({ fields, charge, place, onChange }: Omit<MoreFieldsProps, 'unit'> & { fields: AmountsOf }) {
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3">
      {Object.entries(fields).map(([field, label]) => (
        <PlacedAmount
          key={field}
          place={`${place}.${field}`}
          label={label}
          value={charge[field as PastField]}
          onChange={(value) => onChange({ [field]: value })}
        />
      ))}
    </div>
  );
}

type PastField =
  | 'pastMonths'
  | 'pastAbove'
  | 'pastUpTo'
  | 'highest'
  | 'meanOf'
  | 'ratchetPercent'
  | 'ratchetMonths'
  | 'atLeast';
type AmountsOf = Partial<Record<PastField, string>>;

/** Which power is billed, where it is not the highest alone. */
function PastPower({ unit: _unit, ...props }: MoreFieldsProps) {
  const { t } = useTranslation('billing-charges');
  const fields = {
    highest: t('past.highest'),
    meanOf: t('past.meanOf'),
    atLeast: t('past.atLeast'),
    ratchetPercent: t('past.ratchetPercent'),
    ratchetMonths: t('past.ratchetMonths'),
  };
  const { months } = useDayNames();
  const { charge, onChange } = props;
  return (
    <>
      <AmountRow {...props} fields={fields} />
      {charge.ratchetMonths.trim() !== '' && (
        <CheckChips
          label={t('past.ratchetOf')}
          options={months}
          chosen={charge.ratchetOf}
          onChange={(ratchetOf) => onChange({ ratchetOf })}
        />
      )}
    </>
  );
}

/** A price in another currency, and where its rates come from. */
function OtherCurrency({ charge, place, onChange }: MoreFieldsProps) {
  const { t } = useTranslation('billing-charges');
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-semibold">{t('exchange.title')}</legend>
      <div className="grid grid-cols-2 items-end gap-3">
        <PlacedText
          place={`${place}.exchangeCurrency`}
          label={t('exchange.currency')}
          maxLength={3}
          value={charge.exchangeCurrency}
          onChange={(exchangeCurrency) => onChange({ exchangeCurrency })}
        />
        <PlacedText
          place={`${place}.exchangeSeries`}
          label={t('exchange.series')}
          maxLength={60}
          value={charge.exchangeSeries}
          onChange={(exchangeSeries) => onChange({ exchangeSeries })}
        />
      </div>
      <p className="mt-1.5 text-small text-ink-soft">{t('exchange.hint')}</p>
    </fieldset>
  );
}

/** Only after months of much, or of little, use. */
function PastUse({ unit, ...props }: MoreFieldsProps) {
  const { t } = useTranslation('billing-charges');
  const fields = {
    pastMonths: t('past.months'),
    pastAbove: t('past.above', { unit }),
    pastUpTo: t('past.upTo', { unit }),
  };
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-semibold">{t('past.title')}</legend>
      <AmountRow {...props} fields={fields} />
    </fieldset>
  );
}

/** What becomes of units that went back, or of a credit that the minimum cuts off. */
function LeftOver({ charge, place, unit, onChange }: MoreFieldsProps) {
  const { t } = useTranslation('billing-charges');
  const isUse = charge.kind === 'use';
  const forms = isUse ? keepForms : keepForms.filter((form) => form !== 'lost');
  const isKept = charge.keep !== '' && charge.keep !== 'lost';
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <PlacedSelect
        place={`${place}.keep`}
        label={t(isUse ? 'keep.units' : 'keep.credit')}
        value={charge.keep}
        options={forms.map((value) => ({
          value,
          label: t(
            value === ''
              ? isUse
                ? 'keep.apart'
                : 'keep.lost'
              : `keep.${isUse && value === 'lost' ? 'offLost' : value}`,
          ),
        }))}
        onChange={(keep) => onChange({ keep })}
      />
      {charge.keep === 'months' && (
        <PlacedAmount
          place={`${place}.keepMonths`}
          label={t('keep.count')}
          value={charge.keepMonths}
          onChange={(keepMonths) => onChange({ keepMonths })}
        />
      )}
      {isKept && isUse && (
        <PlacedAmount
          place={`${place}.paidAt`}
          label={t('keep.paidAt', { unit })}
          value={charge.paidAt}
          onChange={(paidAt) => onChange({ paidAt })}
        />
      )}
      {isKept && !isUse && (
        <PlacedSelect
          place={`${place}.isPaidOut`}
          label={t('keep.yearEnd')}
          value={charge.isPaidOut ? 'paid' : 'stays'}
          options={(['stays', 'paid'] as const).map((value) => ({ value, label: t(`keep.ends.${value}`) }))}
          onChange={(value) => onChange({ isPaidOut: value === 'paid' })}
        />
      )}
    </div>
  );
}

function Limits({ charge, place, unit, onChange }: MoreFieldsProps) {
  const { t } = useTranslation('billing-charges');
  const isUse = isOfUnits(charge.kind);
  const countsYear = charge.kind === 'fixed' || charge.kind === 'capacity';
  const limitPers = isUse
    ? blockPers.map((value) => ({ value, label: t(`blocks.pers.${value}`) }))
    : pers.map((value) => ({ value, label: t(`per.${value}`) }));
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {limited.includes(charge.kind) && (
        <>
          <PlacedAmount
            place={`${place}.atMost`}
            label={isUse ? t('more.atMostUnits', { unit }) : t('more.atMost')}
            value={charge.atMost}
            onChange={(atMost) => onChange({ atMost })}
          />
          <PlacedSelect<ChargeDraft['atMostPer']>
            place={`${place}.atMostPer`}
            label={t('per.label')}
            value={charge.atMostPer}
            options={limitPers}
            onChange={(atMostPer) => onChange({ atMostPer })}
          />
        </>
      )}
      {isUse && (
        <PlacedAmount
          place={`${place}.sharePercent`}
          label={t('more.sharePercent')}
          value={charge.sharePercent}
          onChange={(sharePercent) => onChange({ sharePercent })}
        />
      )}
      {isUse && (
        <PlacedSelect
          place={`${place}.wholeUnits`}
          label={t('more.wholeUnits')}
          value={charge.wholeUnits}
          options={wholeUnits.map((value) => ({ value, label: t(`more.wholes.${value === '' ? 'measured' : value}`) }))}
          onChange={(value) => onChange({ wholeUnits: value })}
        />
      )}
      {countsYear && (
        <PlacedSelect
          place={`${place}.by`}
          label={t('more.by')}
          value={charge.by}
          options={yearCounts.map((value) => ({ value, label: t(`more.bys.${value === '' ? 'usual' : value}`) }))}
          onChange={(by) => onChange({ by })}
        />
      )}
      <PlacedAmount
        place={`${place}.round`}
        label={t('more.round')}
        value={charge.round}
        onChange={(round) => onChange({ round })}
      />
    </div>
  );
}
