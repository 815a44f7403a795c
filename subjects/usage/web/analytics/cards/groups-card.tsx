import { utilities as catalogue, type Utility } from '#catalogue/index.ts';
import type { LatestAnswer, UsageRow } from '../../../contract/usage.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartLabels } from '#shell/text/chart-labels.ts';
import { useFormat } from '#shell/household/household.ts';
import type { ChartData, ChartSeries } from '#shell/ui/chart/series-look.ts';
import { ChartFrame } from '#shell/ui/chart/chart-frame.tsx';
import { rowsDrawing } from '#shell/ui/chart/rows-drawing.ts';
import { OriginBadge } from '../../origin-badge.tsx';
import type { AnalyticsFigures } from '../analytics-figures.ts';
import { partsSoFar } from '../changes.ts';
import { fileName } from './file-name.ts';
import { type Group, type GroupBy, groupsOf, untracked } from '../groups.ts';
import { periodText } from '../period-text.ts';
import { rowsHeight } from '../rows-height.ts';
import { useNames } from './use-names.ts';
import { type Cell, useUnits } from './use-units.ts';

export interface GroupsCardProps {
  figures: AnalyticsFigures;
  utilities: readonly Utility[];
  by: GroupBy;
  className?: string;
}

/** What each room or device used in the period. */
export function GroupsCard({ figures, utilities, by, className }: GroupsCardProps) {
  const { t } = useTranslation(['analytics', 'usage']);
  const format = useFormat();
  const units = useUnits();
  const names = useNames(figures.latest);
  const { origin, request } = figures;
  const what = by === 'room' ? 'rooms' : 'devices';
  const data = useMemo(() => {
    const { parts, earlier, latest } = figures;
    const name = request.comparison === 'year' ? 'before.year' : 'before.previous';
    return groupData(
      {
        parts,
        before: earlier === null ? null : partsSoFar(earlier),
        by,
        utilities,
        latest,
        isInvented: origin !== 'measured',
      },
      {
        placeHeading: t(`${what}.place`),
        place: ({ key }) => names.group(by, key),
        utility: names.utility,
        before: (utility) => t(name, { name: names.utility(utility) }),
        write: units.amount,
        unit: units.amountUnit,
        none: t('rooms.noMeter'),
      },
    );
  }, [figures, request, origin, utilities, by, what, names, units, t]);
  const drawing = useMemo(
    () =>
      rowsDrawing({
        data,
        panels: utilities.map((utility) => `${names.utility(utility)}, ${units.amountUnit(utility)}`),
      }),
    [data, utilities, names, units],
  );
  const leading = utilities.flatMap((utility) => {
    const groups = groupsOf(
      figures.parts.filter((row) => row.utility === utility),
      by,
      figures.latest,
    );
    const total = groups.reduce((sum, group) => sum + (group[utility]?.used ?? 0), 0);
    const [first] = groups.filter(({ key }) => key !== untracked);
    const used = first?.[utility]?.used ?? 0;
    if (first === undefined || used <= 0 || total <= 0) return [];
    return [
      t(`usage:rooms.lead.${utility}`, { room: names.group(by, first.key), share: format.percent(used / total) }),
    ];
  });
  return (
    <ChartFrame
      title={t(`${what}.title`)}
      sentence={leading.length === 0 ? t('time.none') : leading.join(' ')}
      data={data}
      drawing={drawing}
      words={useChartLabels()}
      fileName={fileName(what, request)}
      note={`${t(`usage:foot.${origin}`)} · ${periodText(request.period, format)} · Wattershed`}
      heightClass={rowsHeight(data.places.length)}
      badge={<OriginBadge origin={origin} />}
      {...(className !== undefined && { className })}
    />
  );
}

interface GroupWords {
  placeHeading: string;
  place: (group: Group) => string;
  utility: (utility: Utility) => string;
  before: (utility: Utility) => string;
  write: (utility: Utility, used: number | null) => Cell;
  unit: (utility: Utility) => string;
  /** For a group without a meter of that utility. */
  none: string;
}

interface GroupInput {
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
