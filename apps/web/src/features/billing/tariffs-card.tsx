import type { TariffRow } from '@wattershed/database';
import { Ellipsis, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHousehold } from '../../platform/household.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Menu } from '../../ui/menu.tsx';
import { UtilityLabel } from '../../ui/utility-mark.tsx';
import { BillingDayField } from './billing-day-field.tsx';
import { ExampleBadge } from './so-far-card.tsx';
import { useBillFormat } from './use-bill-format.ts';

export interface TariffsCardProps {
  /** Newest first. */
  tariffs: readonly TariffRow[];
  today: string;
  /** Left out for whoever may only look. */
  actions?:
    | { onAdd: () => void; onEdit: (tariff: TariffRow) => void; onRemove: (tariff: TariffRow) => void }
    | undefined;
  isOwner: boolean;
  className?: string;
}

/** The prices by date: what is in force, what is to come, what was before. */
export function TariffsCard({ tariffs, today, actions, isOwner, className }: TariffsCardProps) {
  const { t } = useTranslation('billing');
  const { data: household } = useHousehold();
  const inForce = tariffs.find(({ valid_from }) => valid_from <= today);
  return (
    <Card title={t('tariffs.title')} {...(className !== undefined && { className })}>
      {tariffs.length === 0 && <p className="text-ink-soft">{t('tariffs.none')}</p>}
      <ul>
        {tariffs.map((tariff) => (
          <TariffItem
            key={tariff.id}
            tariff={tariff}
            state={tariff === inForce ? 'inForce' : tariff.valid_from > today ? 'future' : 'past'}
            actions={actions}
          />
        ))}
      </ul>
      {actions !== undefined && (
        <Button
          look="secondary"
          className="mt-4"
          icon={<Plus className="size-5" aria-hidden />}
          onClick={actions.onAdd}
        >
          {t(tariffs.length === 0 ? 'tariffs.addFirst' : 'tariffs.add')}
        </Button>
      )}
      {household && (
        <div className="mt-5 space-y-3 border-t border-line pt-4">
          <BillingDayField household={household} disabled={!isOwner} />
          <p className="text-small text-ink-soft">
            {t('tariffs.currency', { currency: household.currency })}{' '}
            <Link to="/profile" className="font-semibold text-leaf underline">
              {t('tariffs.profile')}
            </Link>
          </p>
        </div>
      )}
    </Card>
  );
}

interface TariffItemProps {
  tariff: TariffRow;
  state: 'inForce' | 'future' | 'past';
  actions: TariffsCardProps['actions'];
}

function TariffItem({ tariff, state, actions }: TariffItemProps) {
  const { t } = useTranslation('billing');
  const { day, rate, price, percent } = useBillFormat(tariff.currency);
  const when = t(state === 'future' ? 'tariffs.from' : 'tariffs.since', { day: day(tariff.valid_from) });
  const partsOf = (utility: 'electricity' | 'water') =>
    [
      tariff[`${utility}_rate`] > 0 && rate(utility, tariff[`${utility}_rate`]),
      tariff[`${utility}_standing`] > 0 && t('tariffs.perMonth', { amount: price(tariff[`${utility}_standing`]) }),
      tariff[`${utility}_tax_percent`] > 0 &&
        t('tariffs.plusTax', { share: percent(tariff[`${utility}_tax_percent`]) }),
    ].filter((part) => part !== false);
  return (
    <li className="border-b border-line py-3 first:pt-0 last:border-b-0" data-tariff={tariff.valid_from}>
      <div className="flex items-start justify-between gap-3">
        <p className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{when}</span>
          <Badge tone={state === 'inForce' ? 'leaf' : 'neutral'}>{t(`tariffs.${state}`)}</Badge>
          {tariff.is_example && <ExampleBadge />}
        </p>
        {actions !== undefined && (
          <Menu
            label={t('tariffs.actions', { when })}
            trigger={<Ellipsis className="size-5 text-ink-soft" aria-hidden />}
            className="border-transparent"
            items={[
              { key: 'edit', label: t('tariffs.edit'), onSelect: () => actions.onEdit(tariff) },
              { key: 'remove', label: t('tariffs.remove'), onSelect: () => actions.onRemove(tariff) },
            ]}
          />
        )}
      </div>
      {(['electricity', 'water'] as const).map((utility) => {
        const parts = partsOf(utility);
        return (
          parts.length > 0 && (
            <p key={utility} className="mt-1 flex flex-wrap items-center gap-x-2 text-small">
              <UtilityLabel utility={utility}>{t(utility)}</UtilityLabel>
              <span className="text-ink-soft">{parts.join(' · ')}</span>
            </p>
          )
        );
      })}
    </li>
  );
}
