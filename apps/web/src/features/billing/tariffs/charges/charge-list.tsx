import { factsOf } from '@wattershed/catalogue';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { ChargeCard } from './charge-card.tsx';
import { changed, chargesAbove, moved, withCharge, withoutCharge } from './edit-draft.ts';
import { type ChargeKind, chargeKinds, type PlanDraft } from './plan-draft.ts';

export interface ChargeListProps {
  draft: PlanDraft;
  unit: string;
  onChange: (draft: PlanDraft) => void;
  onStartTimes: () => void;
}

/** Of power, contracted or drawn. */
const ofCapacity: readonly ChargeKind[] = ['capacity', 'demand'];

/** The charges in the order of the bill. */
export function ChargeList({ draft, unit, onChange, onStartTimes }: ChargeListProps) {
  const { t } = useTranslation('billing-charges');
  const { charges, utility, times } = draft;
  const kinds = chargeKinds.filter((kind) => factsOf(utility).hasCapacity || !ofCapacity.includes(kind));
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
            times={times}
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
