import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { textIn } from '#catalogue/index.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { IconButton } from '#shell/ui/button.tsx';
import { allMeters, canBeOfMeter } from '../../../domain/tariff/plan.ts';
import { changed, withMeter, withoutMeter, withText } from './edit-draft.ts';
import { AddButton, Fold } from './fields/charge-controls.tsx';
import { PlacedSelect, PlacedText } from './fields/placed-fields.tsx';
import type { ChargeDraft, MeterDraft, PlanDraft } from './plan-draft.ts';

interface MetersSectionProps {
  draft: PlanDraft;
  onChange: (draft: PlanDraft) => void;
}

/** Meters with prices of their own: of a heat pump, a car, a controlled load, or the garden. Few tariffs have one. */
export function MetersSection({ draft, onChange }: MetersSectionProps) {
  const { t } = useTranslation('billing-charges');
  const language = useLanguage();
  const { meters } = draft;
  return (
    <Fold label={t('meters.label')} isOpen={meters.length > 0}>
      <p className="text-small text-ink-soft">{t('meters.text')}</p>
      {meters.map(({ key, id, name }) => (
        <div key={key} className="flex items-end gap-2">
          <PlacedText
            place={`meters.${id}`}
            label={t('meters.name')}
            className="grow"
            maxLength={120}
            placeholder={t('meters.example')}
            value={textIn(name, language)}
            onChange={(typed) =>
              onChange({ ...draft, meters: changed(meters, key, { name: withText(name, language, typed) }) })
            }
          />
          <IconButton
            label={t('remove', { name: textIn(name, language) || id })}
            icon={<Trash2 className="size-5" aria-hidden />}
            onClick={() => onChange(withoutMeter(draft, key))}
          />
        </div>
      ))}
      <AddButton onClick={() => onChange(withMeter(draft))}>{t('meters.add')}</AddButton>
    </Fold>
  );
}

interface MeterChoiceProps {
  charge: ChargeDraft;
  place: string;
  meters: readonly MeterDraft[];
  onChange: (part: Partial<ChargeDraft>) => void;
}

/** Whose use a charge is for, where the tariff has meters apart. */
export function MeterChoice({ charge, place, meters, onChange }: MeterChoiceProps) {
  const { t } = useTranslation('billing-charges');
  const language = useLanguage();
  if (meters.length === 0 || !canBeOfMeter(charge.kind)) return null;
  return (
    <PlacedSelect
      place={`${place}.meter`}
      label={t('meters.of')}
      className="mb-3"
      value={charge.meter}
      options={[
        { value: '', label: t('meters.rest') },
        ...meters.map(({ id, name }) => ({ value: id, label: textIn(name, language) || id })),
        { value: allMeters, label: t('meters.all') },
      ]}
      onChange={(meter) => onChange({ meter })}
    />
  );
}
