import type { Utility } from '@wattershed/catalogue';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartWords } from '../../../platform/chart-words.ts';
import { useFormat } from '../../../platform/household.ts';
import { ChartFrame } from '../../../ui/chart/chart-frame.tsx';
import { rowsDrawing } from '../../../ui/chart/rows-drawing.ts';
import { OriginBadge } from '../origin-badge.tsx';
import type { AnalyticsFigures } from './analytics-figures.ts';
import { partsSoFar } from './changes.ts';
import { fileName } from './file-name.ts';
import { groupData } from './group-data.ts';
import { type GroupBy, groupsOf, untracked } from './groups.ts';
import { periodText } from './period-text.ts';
import { rowsHeight } from './rows-height.ts';
import { useNames } from './use-names.ts';
import { useUnits } from './use-units.ts';

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
      words={useChartWords()}
      fileName={fileName(what, request)}
      note={`${t(`usage:foot.${origin}`)} · ${periodText(request.period, format)} · Wattershed`}
      heightClass={rowsHeight(data.places.length)}
      badge={<OriginBadge origin={origin} />}
      {...(className !== undefined && { className })}
    />
  );
}
