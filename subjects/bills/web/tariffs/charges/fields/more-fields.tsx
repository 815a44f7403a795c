import { textIn } from '#catalogue/index.ts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#shell/text/i18n.ts';
import { isOfUnits, roundingModes, unitKinds } from '../../../../domain/tariff/plan.ts';
import { CheckChips, Fold, useDayNames } from './charge-controls.tsx';
import { withText } from '../edit-draft.ts';
import { PlacedAmount, PlacedSelect, PlacedText, useFaultAt } from './placed-fields.tsx';
import { blockPers, type ChargeDraft, pers } from '../plan-draft.ts';

export interface MoreFieldsProps {
  charge: ChargeDraft;
  place: string;
  unit: string;
  onChange: (part: Partial<ChargeDraft>) => void;
}

const wholeUnits = ['', ...roundingModes] as const;
const yearCounts = ['', 'days', 'hours'] as const;
const limited: readonly string[] = [...unitKinds, 'derived', 'discount', 'tax'];
const faultFields = ['name', 'from', 'until', 'months', 'round', 'by', 'atMost', 'sharePercent', 'wholeUnits'];

/** What few charges need: a name of their own, days and months, limits and rounding. */
export function MoreFields({ charge, place, unit, onChange }: MoreFieldsProps) {
  const { t } = useTranslation('billing-charges');
  const faultAt = useFaultAt();
  const hasFault = faultFields.some((field) => faultAt(`${place}.${field}`) !== undefined);
  return (
    <Fold label={t('more.label')} isOpen={hasFault}>
      <Dates charge={charge} place={place} unit={unit} onChange={onChange} />
      <Limits charge={charge} place={place} unit={unit} onChange={onChange} />
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
