import { useTranslation } from 'react-i18next';
import { byUtility, type Utility, utilityIds } from '#catalogue/index.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { useFormat } from '#shell/household/household.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { localDayOf } from '#shell/text/local-day.ts';
import { inUse, isDrawn, unseenSign } from '#subjects/readings/domain/meter-tree.ts';
import { Card } from '#shell/ui/layout.tsx';
import { Cell, HeaderCell, Table } from '#shell/ui/table.tsx';
import { UtilityBar } from '#shell/ui/utility-mark.tsx';
import type { LatestAnswer, LatestMeter } from '../../contract/usage.ts';
import { atLeastText, weightOf, wholeHome } from '../amount.ts';
import type { UsageFigures } from '../usage-figures.tsx';

/** Today by room: the table is the chart. */
export function RoomsCard({ figures, className }: { figures: UsageFigures; className?: string }) {
  const { t } = useTranslation('usage');
  const { latest } = figures;
  const rows = todayRooms(latest);
  const sentence = useRoomsSentence(rows);
  return (
    <Card title={t('rooms.title')} {...(className !== undefined && { className })}>
      <p className="mb-2 min-h-[2lh]">{sentence}</p>
      <RoomsTable rows={rows} atLeast={latest.atLeast} />
    </Card>
  );
}

function useRoomsSentence(rows: readonly RoomToday[]): string {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const roomName = useRoomName();
  const leading = (utility: Utility) => {
    const total = rows.reduce((sum, row) => sum + (row[utility] ?? 0), 0);
    const [first] = rows
      .filter(({ isRemainder }) => !isRemainder)
      .sort((a, b) => (b[utility] ?? 0) - (a[utility] ?? 0));
    const used = first?.[utility] ?? 0;
    if (first === undefined || used === 0) return undefined;
    return t(`rooms.lead.${utility}`, { room: roomName(first.room), share: format.percent(used / total) });
  };
  const parts = utilityIds.map(leading).filter((part) => part !== undefined);
  if (parts.length > 0) return parts.join(' ');
  return t(rows.some((row) => utilityIds.some((utility) => row[utility])) ? 'rooms.none' : 'rooms.nothing');
}

function RoomsTable({ rows, atLeast }: { rows: readonly RoomToday[]; atLeast: readonly Utility[] | undefined }) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const roomName = useRoomName();
  const measured = useUtilities();
  const top = byUtility((utility) => Math.max(1, ...rows.map((row) => row[utility] ?? 0)));
  const value = (utility: Utility, used: number | null, isLeast: boolean) =>
    used === null ? <span className="text-ink-soft">–</span> : atLeastText(format.amount(utility, used).value, isLeast);
  return (
    <Table caption={t('rooms.title')} className="table-fixed">
      <thead>
        <tr>
          <HeaderCell className="w-[34%] sm:w-[30%]">{t('rooms.room')}</HeaderCell>
          <HeaderCell aria-hidden="true" />
          {measured.map((utility) => (
            <HeaderCell key={utility} numeric className="w-[21%]">
              {format.amount(utility, 0).unit}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.room} data-room={row.room} className="last:[&>*]:border-b-0">
            <th scope="row" className="border-b border-line py-2.5 pr-2 text-left font-semibold break-words">
              {row.isRemainder ? t('rooms.unmetered') : roomName(row.room)}
            </th>
            <Cell aria-hidden="true">
              {measured.map((utility) => (
                <UtilityBar
                  key={utility}
                  utility={utility}
                  share={(row[utility] ?? 0) / top[utility]}
                  className="not-first:mt-1"
                />
              ))}
            </Cell>
            {measured.map((utility) => (
              <Cell key={utility} numeric>
                {value(utility, row[utility], row.isRemainder && atLeast?.includes(utility) === true)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** One room's use of today. Null: no meter there, or none that has reported today. */
export interface RoomToday extends Record<Utility, number | null> {
  room: string;
  /** What the whole home's meter saw and no room's meter did. */
  isRemainder: boolean;
}

/** Today by room, each meter net of the meters inside it, so that the rows add up to the whole. */
export function todayRooms({ meters, moved = [], at, timeZone, atLeast }: LatestAnswer): RoomToday[] {
  const today = localDayOf(Date.parse(at), timeZone);
  const rooms = new Map<string, RoomToday>();
  const hasRooms = meters.some(({ room }) => room !== wholeHome);
  for (const meter of meters.filter((one) => isDrawn(one) || one.parentMeterId === null)) {
    const row = rooms.get(meter.room) ?? emptyRoom(meter.room, hasRooms);
    if (reportedOn(meter, today, timeZone))
      row[meter.utility] =
        (row[meter.utility] ?? 0) + netToday(meter, meters, atLeast?.includes(meter.utility) ? unseenSign : inUse);
    rooms.set(meter.room, row);
  }
  for (const { room, utility, used } of moved) {
    const row = rooms.get(room) ?? emptyRoom(room, hasRooms);
    row[utility] = (row[utility] ?? 0) + used;
    rooms.set(room, row);
  }
  return [...rooms.values()].sort((a, b) => Number(a.isRemainder) - Number(b.isRemainder) || weight(b) - weight(a));
}

function netToday(meter: LatestMeter, meters: readonly LatestMeter[], sign: (meter: LatestMeter) => number): number {
  const inside = meters.filter(({ parentMeterId }) => parentMeterId === meter.meterId);
  const change = (child: LatestMeter) => (isDrawn(child) ? -child.today : sign(child) * child.today);
  return Math.max(
    0,
    inside.reduce((rest, child) => rest + change(child), sign(meter) * meter.today),
  );
}

function reportedOn({ lastAt, today: used }: LatestMeter, today: string, timeZone: string): boolean {
  return used !== 0 || (lastAt !== null && localDayOf(Date.parse(lastAt), timeZone) >= today);
}

function emptyRoom(room: string, hasRooms: boolean): RoomToday {
  return { room, ...byUtility(() => null), isRemainder: room === wholeHome && hasRooms };
}

function weight(room: RoomToday): number {
  return weightOf((utility) => room[utility]);
}
