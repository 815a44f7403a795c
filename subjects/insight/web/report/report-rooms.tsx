import { useTranslation } from 'react-i18next';
import { useRoomName } from '#shell/household/room-name.ts';
import { Cell, HeaderCell, Table } from '#shell/ui/table.tsx';
import { UtilityLabel } from '#shell/ui/utility-mark.tsx';
import type { PeriodReport } from '../../domain/report/period-report.ts';
import type { ReportWriter } from '../../domain/report/report-writer.ts';

/** What each room used and cost, utility by utility; the rest of the home is a row, so that it sums up. */
export function ReportRooms({ report, writer }: { report: PeriodReport; writer: ReportWriter }) {
  const { t } = useTranslation('report');
  const roomName = useRoomName();
  return (
    <div className="grid gap-6">
      {report.utilities.map(({ utility, used, cost }) => {
        const rooms = report.rooms.filter((room) => room.utility === utility);
        return (
          <Table key={utility} caption={`${writer.say(`utility.${utility}`)}: ${t('page.rooms')}`}>
            <thead>
              <tr>
                <HeaderCell>
                  <UtilityLabel utility={utility}>{writer.say(`utility.${utility}`)}</UtilityLabel>
                </HeaderCell>
                <HeaderCell numeric>{writer.amount(utility, used)}</HeaderCell>
                {cost !== null && <HeaderCell numeric>{writer.money(cost.use, report.currency)}</HeaderCell>}
              </tr>
            </thead>
            <tbody>
              {rooms.map(({ room, isRest, used: own, use }) => (
                <tr key={isRest ? 'rest' : `room ${room}`}>
                  <Cell>{isRest ? t('unmetered') : roomName(room)}</Cell>
                  <Cell numeric>{writer.amount(utility, own)}</Cell>
                  {use !== null && <Cell numeric>{writer.money(use, report.currency)}</Cell>}
                </tr>
              ))}
            </tbody>
          </Table>
        );
      })}
    </div>
  );
}
