import { useTranslation } from 'react-i18next';
import { ChargeFields, type ChargeFieldsProps } from './charge-fields.tsx';
import { useFaultAt } from './fault-context.ts';
import { MoreFields } from './more-fields.tsx';
import { MoveButtons } from './move-buttons.tsx';
import { useChargeDates, useChargeName } from './use-charge-name.ts';

export interface ChargeCardProps extends Omit<ChargeFieldsProps, 'place'> {
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** One charge: what it is, its fields, and what few need of it. */
export function ChargeCard({ isFirst, isLast, onMove, onRemove, ...fields }: ChargeCardProps) {
  const { t } = useTranslation('billing-charges');
  const { charge, unit, onChange } = fields;
  const place = `charges.${charge.key}`;
  const fault = useFaultAt()(place);
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
      {fault !== undefined && (
        <p role="alert" className="mb-2 text-small text-alert">
          {fault}
        </p>
      )}
      <ChargeFields {...fields} place={place} />
      <MoreFields charge={charge} place={place} unit={unit} onChange={onChange} />
    </li>
  );
}
