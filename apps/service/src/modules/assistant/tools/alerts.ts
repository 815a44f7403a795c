/** What the household is told of by itself. */
import { addDays } from '@wattershed/domain';
import { deviceName } from '../names.ts';
import type { Asking } from '../own-answer.ts';
import { noticesResult } from '../replies/alerts.ts';
import type { OpenNotice } from '../sources.ts';
import { quantityFacts, rateFacts } from './amount-facts.ts';
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

/** The leak's own litres: what else was used meanwhile is no part of it. */
const runningFacts = (asking: Asking, notice: OpenNotice): Readonly<Record<string, unknown>> => {
  const of = (key: string): number => Number(notice.figures[key] ?? 0);
  return {
    leak_so_far: quantityFacts(asking, 'water', of('leakMl')),
    leak_rate: rateFacts(asking, 'water', { rate: of('floorMlPerHour') / 60_000, within: 0 }),
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
        measures_water: asking.home.devices.some(({ utility }) => utility === 'water'),
        notices: notices.map((notice) => noticeFacts(asking, notice)),
      },
      result: noticesResult(asking, notices),
    };
  },
});
