import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Utility, utilities as catalogue } from '#catalogue/index.ts';
import { useFormat } from '#shell/household/household.ts';
import { useChartLabels } from '#shell/text/chart-labels.ts';
import { classNames } from '#shell/ui/class-names.ts';
import { ChartFrame } from '#shell/ui/chart/chart-frame.tsx';
import { markupStyle } from '#shell/ui/chart/chart-legend.tsx';
import type { ChartData, ChartSeries, SeriesLook } from '#shell/ui/chart/series-look.ts';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import { placesAround } from '#subjects/household/domain/places.ts';
import type { LatestAnswer, UsageRow } from '../../../contract/usage.ts';
import { type Amount, atLeastText } from '../../amount.ts';
import { OriginBadge } from '../../usage-figures.tsx';
import type { Measure } from '../analytics-request.ts';
import { partsSoFar } from '../changes.ts';
import { type Group, type GroupBy, groupsOf, placedGroups, unmetered } from '../groups.ts';
import { periodText } from '../period.ts';
import { type Cell, fileName, useNames, useUnits, type View } from '../view.ts';

interface GroupsCardProps {
  view: View;
  utilities: readonly Utility[];
  /** Of one room only its devices. */
  hasRooms: boolean;
  className?: string;
}

/** What each room or device used or cost in the period, and how that differs from the one before. */
export function GroupsCard({ view, utilities, hasRooms, className }: GroupsCardProps) {
  const { t } = useTranslation(['analytics', 'usage']);
  const format = useFormat();
  const [chosen, setChosen] = useState<GroupBy>('room');
  const by = hasRooms ? chosen : 'device';
  const units = useUnits(view);
  const { figures, other, measure } = view;
  const names = useNames(figures.latest);
  const { origin, request } = figures;
  const what = by === 'room' ? 'rooms' : 'devices';
  const data = useMemo(() => {
    const { parts, earlier, latest } = figures;
    const around = placesAround(latest.places ?? []);
    const place = ({ key, room, isRest }: Group) =>
      isRest ? t('rooms.restOf', { place: names.room(room) }) : names.group(by, key);
    const name = request.comparison === 'year' ? 'before.year' : 'before.previous';
    const before = earlier === null ? null : partsSoFar(earlier);
    return groupData(
      { parts, other: other?.parts, before, by, utilities, latest, measure, within: request.room },
      {
        placeHeading: t(`${what}.place`),
        place,
        path: (group) =>
          [...(group.depth ? around(group.room).toReversed().map(names.room) : []), place(group)].join(' › '),
        utility: names.utility,
        before: (utility) => t(name, { name: names.utility(utility) }),
        write: units.amount,
        unit: units.amountUnit,
        other: units.other,
        change: (share) => {
          const direction = Math.abs(share) < 0.005 ? 'same' : share < 0 ? 'less' : 'more';
          return t(`change.${direction}`, { change: format.percent(Math.abs(share)) });
        },
        none: t(measure === 'money' ? 'money.noPrice' : 'rooms.noMeter'),
      },
    );
  }, [figures, other, measure, request, utilities, by, what, names, units, format, t]);
  const leading = utilities.flatMap((utility) => {
    const groups = groupsOf(
      figures.parts.filter((row) => row.utility === utility),
      by,
      figures.latest,
      measure,
    );
    const total = groups.reduce((sum, group) => sum + (group[utility]?.used ?? 0), 0);
    const [first] = groups.filter(({ key }) => key !== unmetered);
    const used = first?.[utility]?.used ?? 0;
    if (first === undefined || used <= 0 || total <= 0) return [];
    const values = { room: names.group(by, first.key), share: format.percent(used / total) };
    return [measure === 'money' ? t(`money.lead.${utility}`, values) : t(`usage:rooms.lead.${utility}`, values)];
  });
  return (
    <ChartFrame
      key={by}
      title={t('rooms.title')}
      sentence={leading.length === 0 ? t('time.none') : leading.join(' ')}
      data={data}
      words={useChartLabels()}
      fileName={fileName(what, request)}
      note={`${t(`usage:foot.${origin}`)} · ${periodText(request.period, format)} · Wattershed`}
      heightClass="max-h-128"
      {...(origin === 'sample' && { badge: <OriginBadge origin={origin} /> })}
      {...(hasRooms && {
        controls: (
          <SegmentedControl
            label={t('rooms.by')}
            value={by}
            options={(['room', 'device'] as const).map((value) => ({ value, label: t(`time.by.${value}`) }))}
            onChange={setChosen}
          />
        ),
      })}
      {...(className !== undefined && { className })}
    >
      <GroupRows data={data} label={t('rooms.title')} />
    </ChartFrame>
  );
}

/** On a phone so many are shown before one asks for all. */
const shownFirst = 4;

/** However deep a place lies, its name needs its room. The bars all begin at one line, to be compared. */
const maxIndents = 3;

/** A name, and a column for each utility. */
const columnsOf = [
  '@xl:grid-cols-[10rem_1fr]',
  '@xl:grid-cols-[10rem_1fr_1fr]',
  '@xl:grid-cols-[8rem_1fr_1fr_1fr]',
  '@xl:grid-cols-[8rem_1fr_1fr_1fr_1fr]',
];

/** Names with their figures, each with its bar; around it, thin, how long the earlier one was. What has no meter is left out. */
function GroupRows({ data: { places, series }, label }: { data: ChartData; label: string }) {
  const { t } = useTranslation('analytics');
  const [isWhole, setWhole] = useState(false);
  const panels = [...new Set(series.map(({ panel }) => panel))].map((panel) => ({
    now: series.find((one) => one.panel === panel && one.look.role === 'now'),
    before: series.find((one) => one.panel === panel && one.look.role === 'before'),
  }));
  // Money is one scale for all that it was paid for.
  const isOneUnit = new Set(series.map(({ unit }) => unit)).size === 1;
  const most = (own: readonly (ChartSeries | undefined)[]) =>
    Math.max(0, ...own.flatMap((one) => one?.values ?? []).map((value) => value ?? 0));
  const topOf = ({ now, before }: (typeof panels)[number]) => most(isOneUnit ? series : [now, before]);
  const columns = columnsOf[Math.min(panels.length, columnsOf.length) - 1];
  return (
    <div className="@container">
      <ul aria-label={label}>
        {places.map(({ key, label: name, depth = 0 }, at) => (
          <li
            key={key}
            data-group={key}
            className={classNames(
              'grid content-start gap-x-8 gap-y-0.5 border-t border-line py-2 @xl:py-2.5',
              columns,
              at >= shownFirst && !isWhole && '@max-xl:hidden',
            )}
          >
            <span
              className={classNames('font-semibold', key === unmetered && 'text-ink-soft')}
              style={{ paddingInlineStart: `${Math.min(depth, maxIndents)}rem` }}
            >
              {name}
            </span>
            {panels.map((panel) => (
              <GroupFigure key={panel.now?.key} {...panel} at={at} top={topOf(panel)} isRest={key === unmetered} />
            ))}
          </li>
        ))}
      </ul>
      {places.length > shownFirst && !isWhole && (
        <button
          type="button"
          className="flex min-h-11 w-full items-center border-t border-line font-semibold text-leaf @xl:hidden"
          onClick={() => setWhole(true)}
        >
          {t('rooms.all', { number: places.length })}
        </button>
      )}
    </div>
  );
}

interface GroupFigureProps {
  now: ChartSeries | undefined;
  before: ChartSeries | undefined;
  at: number;
  top: number;
  isRest: boolean;
}

function GroupFigure({ now, before, at, top, isRest }: GroupFigureProps) {
  const value = now?.values[at] ?? null;
  if (now === undefined || value === null) return <span className="@max-xl:hidden" />;
  const look: SeriesLook = isRest ? { ...now.look, hue: 'rest' } : now.look;
  const share = (one: number | null | undefined) => `${top <= 0 ? 0 : (Math.max(0, one ?? 0) / top) * 100}%`;
  const earlier = before?.values[at] ?? null;
  return (
    <span className="grid content-start items-center gap-x-3 gap-y-1 @max-xl:grid-cols-[5.5rem_1fr]">
      <span className="figures flex flex-wrap items-baseline gap-x-2 text-small @max-xl:order-1">
        <span className="sr-only">{now.name}</span>
        <span className="font-semibold">{now.texts[at]}</span>
        <span className="text-ink-soft">{now.also?.[at]}</span>
        <span className="ml-auto text-ink-soft">{now.changes?.[at]}</span>
      </span>
      <span aria-hidden="true" className="relative block h-3.5">
        <span
          className="absolute top-0.5 bottom-0.5 left-0 block rounded-r-[3px] border forced-color-adjust-none"
          style={{ ...markupStyle(look), width: share(value) }}
        />
        {earlier !== null && (
          <span
            className="absolute inset-y-0 left-0 block border-y-[1.4px] border-r-[1.4px] border-ink-soft"
            style={{ width: share(earlier) }}
          />
        )}
      </span>
    </span>
  );
}

interface GroupWords {
  placeHeading: string;
  place: (group: Group) => string;
  /** The same with the places around it: a table has no indents. */
  path: (group: Group) => string;
  utility: (utility: Utility) => string;
  before: (utility: Utility) => string;
  write: (utility: Utility, used: number | null) => Cell;
  unit: (utility: Utility) => string;
  /** In the other measure. */
  other?: (utility: Utility, used: number | null | undefined) => string;
  /** A share of what was before, in words. */
  change?: (share: number) => string;
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
  measure?: Measure;
  /** Of this place alone. */
  within?: string | null;
  /** The parts in the other measure. */
  other?: readonly UsageRow[] | undefined;
}

/** Rooms or devices as a chart's data, this period beside the one before. */
export function groupData(input: GroupInput, words: GroupWords): ChartData {
  const { parts, before, by, utilities, latest, measure, within } = input;
  const shown = (rows: readonly UsageRow[]) => rows.filter((row) => utilities.includes(row.utility));
  const groupsIn = (rows: readonly UsageRow[]) =>
    by === 'room' ? placedGroups(shown(rows), latest, measure, within) : groupsOf(shown(rows), by, latest, measure);
  const byKey = (rows: readonly UsageRow[]) => new Map(groupsIn(rows).map((group) => [group.key, group]));
  const groups = groupsIn(parts);
  const others = input.other && byKey(input.other);
  const earlier = before === null ? null : byKey(before);
  const changeOf = (now: Amount | null, was: Amount | null | undefined) =>
    now === null || !was || was.used <= 0 || now.atLeast || was.atLeast
      ? ''
      : (words.change?.(now.used / was.used - 1) ?? '');
  const series = (utility: Utility, panel: number, role: 'now' | 'before'): ChartSeries => {
    const of = (group: Group) => (role === 'now' ? group : earlier?.get(group.key));
    const cells = groups.map((group) => {
      const amount = of(group)?.[utility] ?? null;
      if (amount === null) return { value: null, text: words.none };
      const { value, text } = words.write(utility, amount.used);
      return { value, text: atLeastText(text, amount.atLeast) };
    });
    return {
      key: `${utility} ${role}`,
      name: role === 'now' ? words.utility(utility) : words.before(utility),
      unit: words.unit(utility),
      panel,
      look: { hue: catalogue[utility].look.hue, role, step: 0 },
      values: cells.map(({ value }) => value),
      texts: cells.map(({ text }) => text),
      ...(role === 'now' && {
        estimated: groups.map((group) => {
          const part = group[utility]?.estimated ?? 0;
          return part && words.write(utility, part).value;
        }),
        ...(others &&
          words.other && {
            also: groups.map(({ key }) => words.other?.(utility, others.get(key)?.[utility]?.used) ?? ''),
          }),
        ...(words.change && {
          changes: groups.map((group) => changeOf(group[utility], earlier?.get(group.key)?.[utility])),
        }),
      }),
    };
  };
  return {
    placeHeading: words.placeHeading,
    places: groups.map((group) => ({
      key: group.key,
      label: words.place(group),
      name: words.path(group),
      depth: group.depth ?? 0,
    })),
    series: utilities.flatMap((utility, panel) => {
      const hasBefore = [...(earlier?.values() ?? [])].some((group) => group[utility] !== null);
      return [series(utility, panel, 'now'), ...(hasBefore ? [series(utility, panel, 'before')] : [])];
    }),
  };
}
