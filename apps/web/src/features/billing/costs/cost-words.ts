import type { BillCosts } from '@wattershed/contracts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/household.ts';
import { useRoomName } from '../../../platform/room-name.ts';
import type { RoomRow } from './cost-rows.ts';
import { useBillFormat } from '../use-bill-format.ts';

const byName = (a: string, b: string) => a.localeCompare(b);

/** How rooms share costs, in words. */
export function usePolicyWords() {
  const { t } = useTranslation(['billing-costs', 'billing']);
  const { list } = useFormat();
  const roomName = useRoomName();
  return {
    /** Only rooms that are there: others bear and give nothing. */
    statement: ({ policy, rooms }: BillCosts): string => {
      const common = rooms
        .filter(({ kind }) => kind === 'common')
        .map(({ room }) => roomName(room))
        .sort(byName);
      const rest = rooms.some(({ kind }) => kind === 'home') ? [t('policy.rest')] : [];
      const named = [...common, ...rest];
      const fixed = t(`policy.fixed.${policy.fixed}`);
      return named.length === 0 ? fixed : `${fixed} ${t(`policy.common.${policy.common}`, { rooms: list(named) })}`;
    },
    /** What the policy shares and no room can bear; undefined where all is borne. */
    unborne: ({ utilities }: BillCosts): string | undefined => {
      const parts = utilities.flatMap(({ utility, unborne }) =>
        unborne.map((part) =>
          t('policy.ofUtility', { what: t(`policy.what.${part}`), utility: t(`billing:${utility}`) }),
        ),
      );
      return parts.length === 0 ? undefined : t('policy.unborne', { what: list(parts) });
    },
  };
}

/** What a room's cost is made of; undefined where it is its own use alone. */
export function useShareWords(currency: string): (row: RoomRow) => string | undefined {
  const { t } = useTranslation('billing-costs');
  const { money } = useBillFormat(currency);
  return ({ kind, own, common, fixed }) => {
    if (kind !== 'own') return common === 0 ? undefined : t('share.given', { amount: money(-common) });
    if (common === 0 && fixed === 0) return undefined;
    const parts = [t('share.own', { amount: money(own) })];
    if (common !== 0) parts.push(t(common < 0 ? 'share.commonCredit' : 'share.common', { amount: money(common) }));
    if (fixed !== 0) parts.push(t(fixed < 0 ? 'share.fixedCredit' : 'share.fixed', { amount: money(fixed) }));
    return parts.join(' · ');
  };
}
