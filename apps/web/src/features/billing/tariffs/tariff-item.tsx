import type { TariffRow } from '@wattershed/database';
import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { describePlan } from './describe-plan.ts';
import { EndedPrices, pricedUntil } from './ended-prices.tsx';
import { ExampleBadge } from '../so-far/so-far-card.tsx';
import { wayOf } from './tariff-entry.ts';
import { useBillFormat } from '../use-bill-format.ts';

export interface TariffActions {
  onEdit: (tariff: TariffRow) => void;
  onEditText: (tariff: TariffRow) => void;
  /** Left out for whoever may not delete. */
  onRemove: ((tariff: TariffRow) => void) | undefined;
}

export interface TariffItemProps {
  tariff: TariffRow;
  state: 'inForce' | 'future' | 'past';
  today: string;
  actions: TariffActions | undefined;
}

/** A tariff by name: since when it holds, and in one line what it says. */
export function TariffItem({ tariff, state, today, actions }: TariffItemProps) {
  const onRemove = actions?.onRemove;
  const { t } = useTranslation('billing');
  const write = useBillFormat(tariff.currency);
  const name = write.words(tariff.plan.name);
  const when = t(state === 'future' ? 'tariffs.from' : 'tariffs.since', { day: write.day(tariff.valid_from) });
  const editsText = wayOf(tariff) === 'text';
  return (
    <li className="border-b border-line py-3 last:border-b-0" data-tariff={tariff.valid_from}>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 pt-2">
          <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-soft">
            {when}
            <Badge tone={state === 'inForce' ? 'leaf' : 'neutral'}>{t(`tariffs.${state}`)}</Badge>
            {tariff.is_example && <ExampleBadge />}
          </p>
        </div>
        {actions !== undefined && (
          <Menu
            label={t('tariffs.actions', { name, when })}
            trigger={<Ellipsis className="size-5 text-ink-soft" aria-hidden />}
            className="border-transparent"
            items={[
              { key: 'edit', label: t('tariffs.edit'), onSelect: () => actions.onEdit(tariff) },
              ...(editsText
                ? []
                : [{ key: 'text', label: t('tariffs.editText'), onSelect: () => actions.onEditText(tariff) }]),
              ...(onRemove === undefined
                ? []
                : [{ key: 'remove', label: t('tariffs.remove'), onSelect: () => onRemove(tariff) }]),
            ]}
          />
        )}
      </div>
      {state === 'inForce' && <EndedPrices until={pricedUntil(tariff.plan)} day={today} />}
      <p className="mt-1 text-small text-ink-soft">
        {describePlan(tariff.plan, tariff.valid_from > today ? tariff.valid_from : today, t, write)}
      </p>
    </li>
  );
}
