import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { firstUtility, utilities, type Utility } from '#catalogue/index.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { useFormat } from '#shell/household/household.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { useRateText } from '#shell/text/rate-text.ts';
import { classNames } from '#shell/ui/class-names.ts';
import { Card } from '#shell/ui/layout.tsx';
import { type FlowNow, type Rate } from '#subjects/readings/domain/present-rate.ts';
import type { UsageFigures } from '../usage-figures.tsx';
import { flowOfHome } from './now-card.tsx';

interface FlowCardProps {
  figures: UsageFigures;
  now: number;
  /** The switches of what can be switched, which belong to another subject. */
  Switches?: ComponentType;
  className?: string;
}

/** Where it goes now: from the mains at both sides into the rooms, each ribbon as wide as its share. */
export function FlowCard({ figures, now, Switches, className }: FlowCardProps) {
  const { t } = useTranslation('usage');
  const shown = useUtilities();
  const flows = shown.map((utility) => ({ utility, flow: flowOfHome(figures, utility, now) }));
  const rows = flowRows(flows);
  return (
    <Card title={t('flow.title')} {...(className !== undefined && { className })}>
      <FlowText rows={rows} flows={flows} />
      <FlowDrawing rows={rows} flows={flows} />
      {Switches !== undefined && <Switches />}
    </Card>
  );
}

interface UtilityFlow {
  utility: Utility;
  flow: FlowNow;
}

/** A room, or what no room's meter sees, and what flows there. */
export interface FlowRow {
  key: string;
  kind: 'room' | 'unmetered' | 'home' | 'others';
  room: string;
  /** How many rooms it stands for. */
  count: number;
  rates: ReadonlyMap<Utility, Rate>;
}

const maxRooms = 4;
const wholeHome = 'whole_home';

/** What draws something, the strongest first; what the rooms do not see comes last. Rooms at zero leave the drawing. */
export function flowRows(flows: readonly UtilityFlow[]): FlowRow[] {
  const rooms = new Map<string, Map<Utility, Rate>>();
  const unmetered = new Map<Utility, Rate>();
  const home = new Map<Utility, Rate>();
  for (const { utility, flow } of flows) {
    for (const part of flow.rooms) rooms.set(part.name, new Map(rooms.get(part.name)).set(utility, part));
    if (flow.unmetered !== null && flow.unmetered.rate > 0) unmetered.set(utility, flow.unmetered);
    // No room's meter tells: all that there is, is the whole.
    if (flow.unmetered === null && flow.rooms.length === 0 && (flow.flow?.rate ?? 0) > 0)
      home.set(utility, flow.flow as Rate);
  }
  const shareOf = (rates: ReadonlyMap<Utility, Rate>) =>
    flows.reduce((sum, { utility, flow }) => sum + (rates.get(utility)?.rate ?? 0) / (flow.flow?.rate || 1), 0);
  const named = [...rooms]
    .map(([room, rates]): FlowRow => ({ key: room, kind: 'room', room, count: 1, rates }))
    .sort((a, b) => shareOf(b.rates) - shareOf(a.rates));
  const shown = named.length > maxRooms ? [...named.slice(0, maxRooms - 1), joined(named.slice(maxRooms - 1))] : named;
  const apart = [
    { key: 'unmetered', kind: 'unmetered', rates: unmetered } as const,
    { key: 'home', kind: 'home', rates: home } as const,
  ].flatMap((one): FlowRow[] => (one.rates.size === 0 ? [] : [{ ...one, room: wholeHome, count: 1 }]));
  return [...shown, ...apart];
}

function joined(rows: readonly FlowRow[]): FlowRow {
  const rates = new Map<Utility, Rate>();
  for (const row of rows)
    for (const [utility, { rate, within }] of row.rates) {
      const before = rates.get(utility) ?? { rate: 0, within: 0 };
      rates.set(utility, { rate: before.rate + rate, within: before.within + within });
    }
  return { key: 'others', kind: 'others', room: '', count: rows.length, rates };
}

/** "Most of it: Kitchen and Bathroom. No meter sees 220 W." On a phone the drawing alone says what no meter sees. */
function FlowText({ rows, flows }: { rows: readonly FlowRow[]; flows: readonly UtilityFlow[] }) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const roomName = useRoomName();
  const rateText = useRateText();
  const leading = rows.filter(({ kind }) => kind === 'room').slice(0, 2);
  const unmetered = rows.find(({ kind }) => kind === 'unmetered');
  const rates = [...(unmetered?.rates ?? [])].flatMap(([utility, rate]) => rateText(utility, rate)?.text ?? []);
  const most = () => {
    if (flows.every(({ flow }) => flow.flow === null)) return t('flow.unknown');
    if (rows.length === 0) return t('flow.nothing');
    if (leading.length === 0) return t('flow.onlyMains');
    return t('flow.most', { rooms: format.list(leading.map(({ room }) => roomName(room))) });
  };
  return (
    <p className="mb-2 min-h-[1lh]">
      {most()}
      {rates.length > 0 && (
        <span className="max-sm:sr-only"> {t('flow.unmeteredText', { rates: format.list(rates) })}</span>
      )}
    </p>
  );
}

// The drawing: rows of one height, so that every ribbon's place is known without measuring the page.

const rowHeight = 30;
const gap = 6;
/** From one row's top to the next. */
export const pitch = rowHeight + gap;
/** How wide all ribbons of a utility are together, and what of one goes into a room's side. */
const fullWidth = 84;
const minWidth = 3;
const maxAtRoom = 26;

function FlowDrawing({ rows, flows }: { rows: readonly FlowRow[]; flows: readonly UtilityFlow[] }) {
  if (rows.length === 0) return null;
  const left = flows.filter(({ utility }) => utility === firstUtility);
  const right = flows.filter(({ utility, flow }) => utility !== firstUtility && (flow.flow?.rate ?? 0) > 0);
  return (
    <div data-flow>
      <div className="figures mb-2 flex justify-between gap-4 text-small leading-tight">
        {[...left, ...right].map(({ utility, flow }) => (
          <MainsLabel key={utility} utility={utility} rate={flow.flow} />
        ))}
      </div>
      <div
        className={classNames(
          'grid',
          right.length > 0
            ? 'grid-cols-[3.5rem_minmax(0,1fr)_3.5rem] sm:grid-cols-[8rem_minmax(0,1fr)_8rem]'
            : 'grid-cols-[3.5rem_minmax(0,1fr)] sm:grid-cols-[8rem_minmax(0,1fr)]',
        )}
      >
        <Side rows={rows} flows={left} side="left" />
        <ul className="space-y-1.5">
          {rows.map((row) => (
            <Node key={row.key} row={row} flows={flows} />
          ))}
        </ul>
        {right.length > 0 && <Side rows={rows} flows={right} side="right" />}
      </div>
    </div>
  );
}

function MainsLabel({ utility, rate }: { utility: Utility; rate: Rate | null }) {
  const { t } = useTranslation('usage');
  const text = useRateText()(utility, rate);
  return (
    <p className="last:not-first:text-right">
      <span className={classNames('font-semibold', utilities[utility].look.text)}>{text?.text ?? '–'}</span>{' '}
      <span className="text-ink-soft">{t('flow.mains')}</span>
    </p>
  );
}

/** A row of the drawing, which is read as a list. */
function Node({ row, flows }: { row: FlowRow; flows: readonly UtilityFlow[] }) {
  const { t } = useTranslation('usage');
  const roomName = useRoomName();
  const rateText = useRateText();
  const { kind, room, count, rates } = row;
  const name = {
    room: roomName(room),
    home: roomName(room),
    unmetered: t('flow.unmetered'),
    others: t('flow.others', { count }),
  }[kind];
  const value = (utility: Utility) => {
    const text = rateText(utility, rates.get(utility) ?? null);
    if (text === undefined) return null;
    const mains = rateText(utility, flows.find((one) => one.utility === utility)?.flow.flow ?? null);
    return (
      <span key={utility} className={classNames('whitespace-nowrap font-semibold', utilities[utility].look.text)}>
        <span className="sr-only">{t(utility)} </span>
        {text.about !== undefined && <span className="sr-only">{text.about} </span>}
        {text.value}
        <span className={text.unit === mains?.unit ? 'sr-only' : undefined}> {text.unit}</span>
      </span>
    );
  };
  return (
    <li
      data-flow-room={room || kind}
      className={classNames(
        'figures grid grid-cols-[1fr_auto_1fr] items-center gap-x-1.5 rounded-control border px-2 text-small leading-tight sm:px-3',
        kind === 'unmetered' ? 'border-dashed border-ink-soft/60 bg-card' : 'border-line bg-paper',
      )}
      style={{ height: rowHeight }}
    >
      <span>{value(firstUtility)}</span>
      <span className={classNames('text-center', kind === 'room' ? 'font-semibold' : 'text-ink-soft')}>{name}</span>
      <span className="flex flex-col items-end">
        {flows.map(({ utility }) => utility !== firstUtility && value(utility))}
      </span>
    </li>
  );
}

interface Ribbon {
  key: string;
  isUnmetered: boolean;
  /** Tops and widths, at the mains and at the room. */
  from: number;
  width: number;
  to: number;
  widthAtRoom: number;
}

interface Mains {
  utility: Utility;
  top: number;
  height: number;
  ribbons: Ribbon[];
}

/** One bar of mains for each utility of a side, its ribbons one below the other. */
export function placeRibbons(rows: readonly FlowRow[], flows: readonly UtilityFlow[]): Mains[] {
  const height = rows.length * pitch - gap;
  const slot = height / flows.length;
  const most = Math.min(fullWidth / flows.length, slot - 4);
  return flows.map(({ utility, flow }, n) => {
    const total = flow.flow?.rate ?? 0;
    const widths = rows.map(({ rates }) => {
      const rate = rates.get(utility)?.rate ?? 0;
      return rate <= 0 || total <= 0 ? 0 : Math.max(minWidth, Math.min(1, rate / total) * most);
    });
    const sum = widths.reduce((all, width) => all + width, 0);
    const top = Math.max(0, slot * n + (slot - sum) / 2);
    let from = top;
    const ribbons = rows.flatMap(({ key, kind }, i): Ribbon[] => {
      const width = widths[i] ?? 0;
      if (width === 0) return [];
      const widthAtRoom = Math.min(width, maxAtRoom / flows.length);
      const share = rowHeight / flows.length;
      const to = i * pitch + share * n + (share - widthAtRoom) / 2;
      const placed = { key, isUnmetered: kind === 'unmetered', from, width, to, widthAtRoom };
      from += width;
      return [placed];
    });
    return { utility, top, height: sum, ribbons };
  });
}

function Side({
  rows,
  flows,
  side,
}: {
  rows: readonly FlowRow[];
  flows: readonly UtilityFlow[];
  side: 'left' | 'right';
}) {
  const height = rows.length * pitch - gap;
  return (
    <div aria-hidden="true" className="relative" style={{ height }}>
      <svg
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        className={classNames('absolute inset-0 size-full', side === 'right' && '-scale-x-100')}
      >
        {placeRibbons(rows, flows).map(({ utility, top, height: tall, ribbons }) => {
          const { edge, fill } = utilities[utility].look.tokens;
          return (
            <g key={utility}>
              {ribbons.map((one) => (
                <RibbonPath key={one.key} ribbon={one} fill={`var(${fill})`} edge={`var(${edge})`} />
              ))}
              <rect
                x="0"
                y={top}
                width="8"
                height={tall}
                fill={`var(${fill})`}
                stroke={`var(${edge})`}
                vectorEffect="non-scaling-stroke"
              />
            </g>
          );
        })}
      </svg>
    </div>
  );
}

const startX = 8;
const middleX = 54;

function RibbonPath({ ribbon, fill, edge }: { ribbon: Ribbon; fill: string; edge: string }) {
  const { from, width, to, widthAtRoom, isUnmetered } = ribbon;
  const curve = (a: number, b: number) => `C${middleX} ${a} ${middleX} ${b} 100 ${b}`;
  const back = (a: number, b: number) => `C${middleX} ${a} ${middleX} ${b} ${startX} ${b}`;
  const path = `M${startX} ${from} ${curve(from, to)} L100 ${to + widthAtRoom} ${back(to + widthAtRoom, from + width)} Z`;
  const [first, last] = [from + width / 2, to + widthAtRoom / 2];
  return (
    <>
      <path
        d={path}
        fill={isUnmetered ? 'var(--color-line)' : fill}
        fillOpacity={isUnmetered ? 0.6 : 0.4}
        stroke={isUnmetered ? 'var(--color-ink-soft)' : edge}
        strokeOpacity={0.7}
        strokeDasharray={isUnmetered ? '3 3' : undefined}
        vectorEffect="non-scaling-stroke"
      />
      {width > 5 && (
        <path
          d={`M${startX} ${first} ${curve(first, last)}`}
          fill="none"
          stroke="white"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeDasharray="0.1 18"
          vectorEffect="non-scaling-stroke"
          className="animate-drift motion-reduce:animate-none"
        />
      )}
    </>
  );
}
