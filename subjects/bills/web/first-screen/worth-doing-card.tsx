import { ChevronRight, Moon, TrendingUp } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { unitName, type Utility, utilityIds, utilityWithStandby } from '#catalogue/index.ts';
import { useFormat } from '#shell/household/household.ts';
import { dateOf } from '#shell/text/local-day.ts';
import { classNames } from '#shell/ui/class-names.ts';
import { Card } from '#shell/ui/layout.tsx';
import { useSoFar } from '../billing-queries.ts';
import { useCosts } from '../costs/costs.ts';

interface Act {
  key: string;
  Icon: ComponentType<{ className?: string }>;
  title: string;
  why: string;
  /** What it is about, in money; absent where nobody can say. */
  amount?: string;
  to: string;
}

const maxActs = 2;
/** Less than this a month is not worth a look. */
const minMonth = 2;

/** Whether it is not known yet what is worth doing: a page that waits for it moves nothing when it comes. */
export function useActsAreComing(): boolean {
  const soFar = useSoFar();
  const costs = useCosts();
  return soFar.isLoading || costs.isLoading;
}

/** At most two things to do, of what the bill itself knows; nothing where nothing is known. */
export function WorthDoingCard({ className }: { className?: string }) {
  const { t } = useTranslation('bill-card');
  const acts = [...useAlwaysOn(), ...useBlocks()].slice(0, maxActs);
  if (acts.length === 0) return null;
  return (
    <Card title={t('worth.title')} {...(className !== undefined && { className })}>
      <ul className="divide-y divide-line">
        {acts.map((act, i) => (
          <ActItem key={act.key} act={act} isFolded={i > 0} />
        ))}
      </ul>
    </Card>
  );
}

/** The title leads to where it is done. A phone folds the reason of all but the first. */
function ActItem({ act: { key, Icon, title, why, amount, to }, isFolded }: { act: Act; isFolded: boolean }) {
  return (
    <li data-act={key} className="relative flex gap-3 py-3 first:pt-0 last:pb-0">
      <span
        aria-hidden="true"
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-control bg-power-soft text-power-text"
      >
        <Icon className="size-[18px]" />
      </span>
      <div className={classNames('min-w-0 flex-1', isFolded && 'max-sm:self-center')}>
        <p className="figures flex items-baseline justify-between gap-x-3 font-semibold">
          <Link to={to} className="text-leaf underline-offset-4 after:absolute after:inset-0 hover:underline">
            {title}
            <ChevronRight className="ml-0.5 inline size-4" aria-hidden />
          </Link>
          {amount !== undefined && <span className="shrink-0">{amount}</span>}
        </p>
        <p className={classNames('text-small text-ink-soft', isFolded && 'max-sm:hidden')}>{why}</p>
      </div>
    </li>
  );
}

function useAlwaysOn(): Act[] {
  const { t } = useTranslation('bill-card');
  const { data } = useCosts();
  const format = useFormat(data?.currency ?? undefined);
  const alwaysOn = data?.alwaysOn ?? null;
  if (alwaysOn === null || Number(alwaysOn.month) < minMonth) return [];
  const month = Number(alwaysOn.month);
  return [
    {
      key: 'always-on',
      Icon: Moon,
      title: t('worth.alwaysOn', { power: format.rate(utilityWithStandby, alwaysOn.watts).text }),
      why: t('worth.alwaysOnWhy'),
      amount: t('worth.month', { amount: format.money(month, month >= 10 ? 0 : undefined) }),
      to: '/devices',
    },
  ];
}

/** Dearer blocks that the bill is about to come into. */
function useBlocks(): Act[] {
  const { t } = useTranslation('bill-card');
  const { data } = useSoFar();
  const format = useFormat(data?.currency ?? undefined);
  const blocksOf = (utility: Utility) => data?.likely?.use[utility]?.nextBlocks ?? [];
  return utilityIds.flatMap((utility) =>
    blocksOf(utility).flatMap(({ day, above, unit, currency, rate, nextRate }): Act[] => {
      if (day === null || Number(nextRate) <= Number(rate)) return [];
      const money = (price: number) => (currency === undefined ? format.money(price) : format.moneyIn(currency, price));
      const perUnit = (price: string) => `${money(Number(price))}/${unitName(unit)}`;
      const when = format.date(dateOf(day), { day: 'numeric', month: 'short', timeZone: 'UTC' });
      return [
        {
          key: `block-${utility}`,
          Icon: TrendingUp,
          title: t(`worth.blockOf.${utility}`, { day: when }),
          why: t('worth.blockWhy', {
            above: `${format.number(Number(above), 2)} ${unitName(unit)}`,
            rate: perUnit(rate),
            nextRate: perUnit(nextRate),
          }),
          to: '/billing/prices#tariffs',
        },
      ];
    }),
  );
}
