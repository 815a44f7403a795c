import { useTranslation } from 'react-i18next';
import { byUtility, type Utility, utilityIds } from '#catalogue/index.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { useFormat } from '#shell/household/household.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { Card } from '#shell/ui/layout.tsx';
import { Cell, HeaderCell, Table } from '#shell/ui/table.tsx';
import { UtilityBar } from '#shell/ui/utility-mark.tsx';
import { atLeastText, type RoomToday, todayRooms } from '../amount.ts';
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
