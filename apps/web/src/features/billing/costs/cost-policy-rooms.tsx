import type { BillCosts } from '@wattershed/contracts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useRoomName } from '../../../platform/room-name.ts';
import { classNames } from '../../../ui/class-names.ts';
import { costsApart, costsTotal, sumAmounts } from './cost-rows.ts';
import { usePolicyWords } from './cost-words.ts';
import { useBillFormat } from '../use-bill-format.ts';

export interface CostPolicyRoomsProps {
  /** As the rooms would stand. */
  costs: BillCosts;
  commonRooms: readonly string[];
  currency: string;
  /** The amounts are those of another choice still. */
  isLate: boolean;
  onToggle: (room: string) => void;
}

/** Which rooms are common; beside each what it would bear, down to the same total. */
export function CostPolicyRooms({ costs, commonRooms, currency, isLate, onToggle }: CostPolicyRoomsProps) {
  const { t } = useTranslation('billing-costs');
  const { money } = useBillFormat(currency);
  const roomName = useRoomName();
  const unborne = usePolicyWords().unborne(costs);
  const hintId = useId();
  const totalOf = ({ utilities }: BillCosts['rooms'][number]) => sumAmounts(utilities.map(({ total }) => total));
  const rooms = costs.rooms
    .filter(({ kind }) => kind !== 'home')
    .map((one) => ({ room: one.room, name: roomName(one.room), total: totalOf(one) }))
    .sort((a, b) => a.name.localeCompare(b.name));
  const rest = costs.rooms.filter(({ kind }) => kind === 'home');
  const amount = (value: number) => (
    <span className={classNames('figures shrink-0 transition-opacity duration-150', isLate && 'opacity-55')}>
      {money(value)}
    </span>
  );
  return (
    <fieldset aria-describedby={hintId} aria-busy={isLate || undefined} className="min-w-0">
      <legend className="mb-1.5 text-small font-semibold">{t('policy.rooms')}</legend>
      <p id={hintId} className="mb-1 text-small text-ink-soft">
        {t('policy.roomsHint')}
      </p>
      <ul>
        {rooms.map(({ room, name, total }) => (
          <li key={room} className="flex items-center justify-between gap-4">
            <label className="flex min-h-11 min-w-0 flex-1 items-center gap-3 [overflow-wrap:anywhere]">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-leaf"
                checked={commonRooms.includes(room)}
                onChange={() => onToggle(room)}
              />
              {name}
            </label>
            {amount(total)}
          </li>
        ))}
        {rest.length > 0 && (
          <li className="flex min-h-11 items-center justify-between gap-4 pl-8 text-ink-soft">
            {t('restOfHome')}
            {amount(sumAmounts(rest.map(totalOf)))}
          </li>
        )}
        <li className="flex min-h-11 items-center justify-between gap-4 pl-8 text-ink-soft">
          {t('policy.fixedApart')}
          {amount(costsApart(costs))}
        </li>
      </ul>
      <p className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-2.5 font-semibold">
        {t('total')}
        {amount(costsTotal(costs))}
      </p>
      {unborne !== undefined && <p className="mt-2 text-small">{unborne}</p>}
    </fieldset>
  );
}
