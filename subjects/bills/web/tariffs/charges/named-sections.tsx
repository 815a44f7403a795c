import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { textIn } from '#catalogue/index.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { IconButton } from '#shell/ui/button.tsx';
import { allMeters, canBeOfMeter } from '../../../domain/tariff/plan.ts';
import { changed, type NamedList, withNamed, withoutNamed, withText } from './edit-draft.ts';
import { AddButton, Fold } from './fields/charge-controls.tsx';
import { PlacedSelect, PlacedText } from './fields/placed-fields.tsx';
import type { ChargeDraft, NamedDraft, PlanDraft } from './plan-draft.ts';

interface NamedSectionProps {
  /** Meters with prices of their own: of a heat pump, a car, the garden. Or suppliers who send a bill each. Few tariffs have either. */
  of: NamedList;
  draft: PlanDraft;
  onChange: (draft: PlanDraft) => void;
}

/** What a tariff names for its charges to be of. */
export function NamedSection({ of, draft, onChange }: NamedSectionProps) {
  const { t } = useTranslation('billing-charges');
  const language = useLanguage();
  const named = draft[of];
  return (
    <Fold label={t(`${of}.label`)} isOpen={named.length > 0}>
      <p className="text-small text-ink-soft">{t(`${of}.text`)}</p>
      {named.map(({ key, id, name }) => (
        <div key={key} className="flex items-end gap-2">
          <PlacedText
            place={`${of}.${id}`}
            label={t(`${of}.name`)}
            className="grow"
            maxLength={120}
            placeholder={t(`${of}.example`)}
            value={textIn(name, language)}
            onChange={(typed) =>
              onChange({ ...draft, [of]: changed(named, key, { name: withText(name, language, typed) }) })
            }
          />
          <IconButton
            label={t('remove', { name: textIn(name, language) || id })}
            icon={<Trash2 className="size-5" aria-hidden />}
            onClick={() => onChange(withoutNamed(draft, of, key))}
          />
        </div>
      ))}
      <AddButton onClick={() => onChange(withNamed(draft, of))}>{t(`${of}.add`)}</AddButton>
    </Fold>
  );
}

interface NamedChoicesProps {
  charge: ChargeDraft;
  place: string;
  meters: readonly NamedDraft[];
  suppliers: readonly NamedDraft[];
  onChange: (part: Partial<ChargeDraft>) => void;
}

/** Whose a charge is, and whose use it is for: where the tariff tells them apart. */
export function NamedChoices({ charge, place, meters, suppliers, onChange }: NamedChoicesProps) {
  const { t } = useTranslation('billing-charges');
  const language = useLanguage();
  const hasMeter = meters.length > 0 && canBeOfMeter(charge.kind);
  if (!hasMeter && suppliers.length === 0) return null;
  const options = (named: readonly NamedDraft[]) =>
    named.map(({ id, name }) => ({ value: id, label: textIn(name, language) || id }));
  return (
    <div className="mb-3 grid gap-3 sm:grid-cols-2">
      {suppliers.length > 0 && (
        <PlacedSelect
          place={`${place}.supplier`}
          label={t('suppliers.of')}
          className=""
          value={charge.supplier}
          options={[...options(suppliers), { value: '', label: t('suppliers.shared') }]}
          onChange={(supplier) => onChange({ supplier })}
        />
      )}
      {hasMeter && (
        <PlacedSelect
          place={`${place}.meter`}
          label={t('meters.of')}
          className=""
          value={charge.meter}
          options={[
            { value: '', label: t('meters.rest') },
            ...options(meters),
            { value: allMeters, label: t('meters.all') },
          ]}
          onChange={(meter) => onChange({ meter })}
        />
      )}
    </div>
  );
}
