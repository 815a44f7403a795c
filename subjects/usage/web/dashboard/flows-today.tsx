import { useTranslation } from 'react-i18next';
import { flowIds, type Utility } from '#catalogue/index.ts';
import { Link } from 'react-router';
import { useFormat, useRights } from '#shell/household/household.ts';
import type { LatestAnswer } from '../../contract/usage.ts';
import { flowsToday, ownShare } from '../../domain/home-meters.ts';

interface FlowsTodayProps {
  latest: LatestAnswer;
  utility: Utility;
  used: number;
}

/** Why use is told as the least that it can be, and what to do about it. */
function UnseenSource() {
  const { t } = useTranslation('flows');
  const mayWrite = useRights().data?.mayWrite ?? false;
  return (
    <span className="block">
      {t('unseen')}{' '}
      {mayWrite && (
        <Link to="/devices/connect" className="font-semibold text-leaf underline-offset-4 hover:underline">
          {t('addMeter')}
        </Link>
      )}
    </span>
  );
}

/** Of a home that also produces, returns or stores: what passed today, and how much of its use was its own. */
export function FlowsToday({ latest, utility, used }: FlowsTodayProps) {
  const { t } = useTranslation('flows');
  const format = useFormat();
  const flows = flowsToday(latest.meters, utility);
  if (flows === null) return null;
  const isLeast = latest.atLeast?.includes(utility) === true;
  const own = isLeast ? null : ownShare(used, flows.drawn ?? 0);
  const parts = flowIds.flatMap((flow) => {
    const amount = flows[flow];
    return amount === undefined ? [] : t(flow, { amount: format.amount(utility, amount).text });
  });
  return (
    <p className="mt-1 text-small text-ink-soft" data-flows={utility}>
      {parts.join(' · ')}
      {own !== null && <span className="block">{t('own', { share: format.percent(own) })}</span>}
      {isLeast && <UnseenSource />}
    </p>
  );
}
