import { useTranslation } from 'react-i18next';
import { flowIds, type Utility } from '#catalogue/index.ts';
import { useFormat } from '#shell/household/household.ts';
import type { LatestAnswer } from '../../contract/usage.ts';
import { flowsToday, isUseKnown, ownShare } from '../../domain/home-meters.ts';

interface FlowsTodayProps {
  latest: LatestAnswer;
  utility: Utility;
  used: number;
}

/** Of a home that also produces, returns or stores: what passed today, and how much of its use was its own. */
export function FlowsToday({ latest, utility, used }: FlowsTodayProps) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const flows = flowsToday(latest.meters, utility);
  if (flows === null) return null;
  const own = isUseKnown(flows) ? ownShare(used, flows.drawn ?? 0) : null;
  const parts = flowIds.flatMap((flow) => {
    const amount = flows[flow];
    return amount === undefined ? [] : t(`flows.${flow}`, { amount: format.amount(utility, amount).text });
  });
  return (
    <p className="mt-1 text-small text-ink-soft" data-flows={utility}>
      {parts.join(' · ')}
      {own !== null && <span className="block">{t('flows.own', { share: format.percent(own) })}</span>}
    </p>
  );
}
