import { type Utility, utilities as catalogue } from '@wattershed/catalogue';
import type { LatestAnswer, UsageRow } from '@wattershed/contracts';
import type { ChartData, ChartSeries } from '../../../ui/chart/chart-data.ts';
import { type Group, type GroupBy, groupsOf } from './groups.ts';
import type { Cell } from './use-units.ts';

export interface GroupWords {
  placeHeading: string;
  place: (group: Group) => string;
  utility: (utility: Utility) => string;
  before: (utility: Utility) => string;
  write: (utility: Utility, used: number | null) => Cell;
  unit: (utility: Utility) => string;
  /** For a group without a meter of that utility. */
  none: string;
}

export interface GroupInput {
  parts: readonly UsageRow[];
  /** The same of the earlier period, as long as this one has lasted. */
  before: readonly UsageRow[] | null;
  by: GroupBy;
  utilities: readonly Utility[];
  latest: LatestAnswer;
  isInvented: boolean;
}

/** Rooms or devices as a chart's data, this period beside the one before. */
export function groupData(input: GroupInput, words: GroupWords): ChartData {
  const { parts, before, by, utilities, latest, isInvented } = input;
  const shown = (rows: readonly UsageRow[]) => rows.filter((row) => utilities.includes(row.utility));
  const groups = groupsOf(shown(parts), by, latest);
  const earlier =
    before === null ? null : new Map(groupsOf(shown(before), by, latest).map((group) => [group.key, group]));
  const series = (utility: Utility, panel: number, role: 'now' | 'before'): ChartSeries => {
    const of = (group: Group) => (role === 'now' ? group : earlier?.get(group.key));
    const cells = groups.map((group) => {
      const amount = of(group)?.[utility] ?? null;
      return amount === null ? { value: null, text: words.none } : words.write(utility, amount.used);
    });
    return {
      key: `${utility} ${role}`,
      name: role === 'now' ? words.utility(utility) : words.before(utility),
      unit: words.unit(utility),
      panel,
      look: {
        hue: catalogue[utility].look.hue,
        role,
        step: 0,
        ...(isInvented && role === 'now' && { isInvented }),
      },
      values: cells.map(({ value }) => value),
      texts: cells.map(({ text }) => text),
    };
  };
  return {
    placeHeading: words.placeHeading,
    places: groups.map((group) => ({ key: group.key, label: words.place(group), name: words.place(group) })),
    series: utilities.flatMap((utility, panel) => {
      const hasBefore = [...(earlier?.values() ?? [])].some((group) => group[utility] !== null);
      return [series(utility, panel, 'now'), ...(hasBefore ? [series(utility, panel, 'before')] : [])];
    }),
  };
}
