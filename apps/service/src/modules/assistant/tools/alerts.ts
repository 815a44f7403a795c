/** What the household is told of by itself. */
import { addDays } from '@wattershed/domain';
import { leakOf } from '../facts/leak.ts';
import { deviceName } from '../names.ts';
import type { Asking } from '../own-answer.ts';
import { noticesResult } from '../replies/alerts.ts';
import type { OpenNotice } from '../sources.ts';
import { leakMeterFacts, quantityFacts, rateFacts } from './amount-facts.ts';
import { createTool } from './tool.ts';

const moneyFacts = (
  { write, home }: Asking,
  { figures }: OpenNotice,
  keys: readonly string[],
): Readonly<Record<string, unknown>> => {
  const currency = String(figures['currency'] ?? home.currency);
  const told = keys.flatMap((key) =>
    figures[key] === undefined
      ? []
      : [[key, { said: write.money(String(figures[key]), currency), [currency]: Number(figures[key]) }]],
  );
  return Object.fromEntries(told);
};

const runningFacts = (asking: Asking, notice: OpenNotice): Readonly<Record<string, unknown>> => {
  const { utility, leaked, rate } = leakOf(asking.home, notice);
  return {
    leak_so_far: quantityFacts(asking, utility, leaked),
    leak_rate: rateFacts(asking, utility, { rate, within: 0 }),
    ...moneyFacts(asking, notice, ['cost', 'costPerMonth']),
  };
};

const moneyKeys = ['budget', 'soFar', 'likely'] as const;

const budgetFacts = (asking: Asking, notice: OpenNotice): Readonly<Record<string, unknown>> => {
  const { utility, figures } = notice;
  const { end } = figures;
  return {
    utility,
    ...moneyFacts(asking, notice, moneyKeys),
    ...(typeof end === 'string' && { until: addDays(end, -1) }),
  };
};

const noticeFacts = (asking: Asking, notice: OpenNotice): Readonly<Record<string, unknown>> => {
  const { kind, device, since, endedAt, isDismissed } = notice;
  const { home, write } = asking;
  return {
    kind,
    ...(device !== null && { device: deviceName(home, device) }),
    since: write.dateTime(Date.parse(since)),
    ended: endedAt === null ? 'not yet' : write.dateTime(Date.parse(endedAt)),
    ...(isDismissed && { dismissed: true }),
    ...(kind === 'running-water' && runningFacts(asking, notice)),
    ...(kind.startsWith('budget') && budgetFacts(asking, notice)),
  };
};

export const alertsTool = createTool({
  name: 'alerts',
  tool: 'alerts',
  description:
    'Notices of the household, those that last and those of the last 30 days: water that has not stopped (a possible leak), silent meters, budgets that are in danger or passed.',
  args: {},
  run: async (asking) => {
    const notices = await asking.sources.notices();
    return {
      facts: {
        ...leakMeterFacts(asking),
        notices: notices.map((notice) => noticeFacts(asking, notice)),
      },
      result: noticesResult(asking, notices),
    };
  },
});
