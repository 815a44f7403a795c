/** What the household is told of by itself. */
import { addDays } from '@wattershed/domain';
import { deviceName } from '../names.ts';
import type { Asking } from '../own-answer.ts';
import { noticesResult } from '../replies/alerts.ts';
import type { OpenNotice } from '../sources.ts';
import { quantityFacts } from './amount-facts.ts';
import { createTool } from './tool.ts';

const runningFacts = (asking: Asking, { figures }: OpenNotice): Readonly<Record<string, unknown>> => ({
  used_meanwhile: quantityFacts(asking, 'water', Number(figures['usedMl'] ?? 0)),
  lowest_in_an_hour: quantityFacts(asking, 'water', Number(figures['lowestMlPerHour'] ?? 0)),
});

const moneyKeys = ['budget', 'soFar', 'likely'] as const;

const budgetFacts = ({ write, home }: Asking, { figures, utility }: OpenNotice): Readonly<Record<string, unknown>> => {
  const currency = String(figures['currency'] ?? home.currency);
  const { end } = figures;
  const told = moneyKeys.flatMap((key) =>
    figures[key] === undefined
      ? []
      : [[key, { said: write.money(String(figures[key]), currency), [currency]: Number(figures[key]) }]],
  );
  return { utility, ...Object.fromEntries(told), ...(typeof end === 'string' && { until: addDays(end, -1) }) };
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
        measures_water: asking.home.devices.some(({ utility }) => utility === 'water'),
        notices: notices.map((notice) => noticeFacts(asking, notice)),
      },
      result: noticesResult(asking, notices),
    };
  },
});
