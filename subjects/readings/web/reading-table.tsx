import { factsOf, type Utility, unitName } from '#catalogue/index.ts';
import type { KeptReading, MeterReadings } from '../contract/repairs.ts';
import { ChevronRight, EllipsisVertical, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { counterText } from '#shell/text/counter-text.ts';
import { useFormat } from '#shell/household/household.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Menu } from '#shell/ui/menu.tsx';
import { Cell, HeaderCell, Table } from '#shell/ui/table.tsx';
import type { RepairTask } from './repair-entry.ts';

export interface ReadingTableProps {
  kept: MeterReadings;
  utility: Utility;
  /** Undefined: for somebody who only looks on. */
  onTask: ((task: RepairTask) => void) | undefined;
}

/** The readings of a day: all of them, or by the hour where there are many. */
export function ReadingTable({ kept, utility, onTask }: ReadingTableProps) {
  const { t } = useTranslation('readings');
  const format = useFormat();
  const { readings, more } = kept;
  const rows = (some: readonly KeptReading[]) => (
    <Rows readings={some} utility={utility} isCounter={kept.kind !== 'interval'} onTask={onTask} />
  );
  if (readings.length <= maxFlat) return rows(readings);
  const groups = groupByHour(readings, (at) => format.time(at).slice(0, 2));
  return (
    <>
      {groups.map(({ at, readings: some, used }) => (
        <details key={at} className="group border-b border-line last:border-b-0">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 py-2">
            <ChevronRight
              className="size-5 shrink-0 text-ink-soft transition-transform duration-150 group-open:rotate-90"
              aria-hidden
            />
            <span className="figures flex-1 font-semibold">
              {t('hour', { hour: format.time(at), used: format.amount(utility, used).text })}
            </span>
            <span className="figures text-small text-ink-soft">{t('count', { count: some.length })}</span>
          </summary>
          {rows(some)}
        </details>
      ))}
      {more && <p className="mt-3 text-small text-ink-soft">{t('more', { count: readings.length })}</p>}
    </>
  );
}

interface RowsProps {
  readings: readonly KeptReading[];
  utility: Utility;
  isCounter: boolean;
  onTask: ReadingTableProps['onTask'];
}

function Rows({ readings, utility, isCounter, onTask }: RowsProps) {
  const { t } = useTranslation('readings');
  const format = useFormat();
  const amount = (used: number) => format.amount(utility, used);
  const written = unitName(factsOf(utility).counter.unit);
  // Between two readings there are often a few watt-hours only: in the counter's own unit all of its digits are needed.
  const small = (used: number) =>
    amount(used).unit === written ? counterText(used, utility, format.number) : amount(used).text;
  return (
    <Table caption={t('table.caption')}>
      <thead>
        <tr>
          <HeaderCell>{t('table.time')}</HeaderCell>
          <HeaderCell numeric>{t(isCounter ? 'table.shows' : 'table.amount')}</HeaderCell>
          {isCounter && <HeaderCell numeric>{t('table.used')}</HeaderCell>}
          {onTask !== undefined && (
            <HeaderCell className="w-14">
              <span className="sr-only">{t('table.more')}</span>
            </HeaderCell>
          )}
        </tr>
      </thead>
      <tbody>
        {readings.map((reading) => (
          <tr key={reading.at} data-reading={reading.at}>
            <Cell className="figures">
              {format.clock(Date.parse(reading.at))}
              <Marks reading={reading} />
            </Cell>
            <Cell numeric>
              {isCounter ? counterText(reading.value, utility, format.number) : amount(reading.value).text}
            </Cell>
            {isCounter && <Cell numeric>{reading.used === null ? '–' : small(reading.used)}</Cell>}
            {onTask !== undefined && (
              <Cell>
                <RowMenu reading={reading} isCounter={isCounter} onTask={onTask} />
              </Cell>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** What is not simply measured. */
function Marks({ reading: { mark, estimated, source, isDip } }: { reading: KeptReading }) {
  const { t } = useTranslation('readings');
  return (
    <span className="ml-2 inline-flex flex-wrap gap-1 align-middle">
      {mark !== null && <Badge tone="leaf">{t(`mark.${mark}`)}</Badge>}
      {isDip && <Badge tone="alert">{t('mark.dip')}</Badge>}
      {estimated && mark !== 'start' && <Badge tone="sample">{t('mark.estimated')}</Badge>}
      {source !== 'measured' && source !== 'simulated' && <Badge>{t(`mark.${source}`)}</Badge>}
    </span>
  );
}

interface RowMenuProps {
  reading: KeptReading;
  isCounter: boolean;
  onTask: (task: RepairTask) => void;
}

function RowMenu({ reading, isCounter, onTask }: RowMenuProps) {
  const { t } = useTranslation('readings');
  const format = useFormat();
  const iconClass = 'size-4.5 text-ink-soft';
  const items = [
    { kind: 'correct' as const, icon: <Pencil className={iconClass} aria-hidden />, label: t('row.correct') },
    { kind: 'remove-one' as const, icon: <Trash2 className={iconClass} aria-hidden />, label: t('row.remove') },
    ...(isCounter
      ? [{ kind: 'start' as const, icon: <RotateCcw className={iconClass} aria-hidden />, label: t('row.start') }]
      : []),
  ];
  return (
    <Menu
      label={t('row.actions', { at: format.clock(Date.parse(reading.at)) })}
      trigger={<EllipsisVertical className="size-5" aria-hidden />}
      className="w-11 justify-center border-transparent px-0"
      items={items.map(({ kind, ...item }) => ({ key: kind, ...item, onSelect: () => onTask({ kind, reading }) }))}
    />
  );
}

interface HourGroup {
  /** The first instant of the hour that has a reading. */
  readonly at: number;
  readonly readings: readonly KeptReading[];
  readonly used: number;
}

/** A day with more readings than this is shown by the hour. */
const maxFlat = 48;

/** `hourOf`: the local hour of an instant, as it is written. */
function groupByHour(readings: readonly KeptReading[], hourOf: (at: number) => string): HourGroup[] {
  const groups: { key: string; at: number; readings: KeptReading[]; used: number }[] = [];
  for (const reading of readings) {
    const at = Date.parse(reading.at);
    const key = hourOf(at);
    const last = groups.at(-1);
    if (last?.key === key) {
      last.readings.push(reading);
      last.used += reading.used ?? 0;
    } else groups.push({ key, at, readings: [reading], used: reading.used ?? 0 });
  }
  return groups;
}
