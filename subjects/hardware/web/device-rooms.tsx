import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useArrivalRef } from '#shell/session/arrival-ref.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { Card } from '#shell/ui/card.tsx';
import { Tooltips } from '#shell/ui/tooltip.tsx';
import type { MeterRow } from './device-queries.ts';
import { DeviceRow } from './device-row.tsx';
import type { DeviceEntry, RoomGroup } from './room-groups.ts';

export interface DeviceRoomsProps {
  groups: readonly RoomGroup[];
  meters: readonly MeterRow[];
  onEdit: (entry: DeviceEntry) => void;
  onHistory: (entry: DeviceEntry) => void;
  onSchedules: (entry: DeviceEntry) => void;
  onRemove: (entry: DeviceEntry) => void;
}

export function DeviceRooms({ groups, meters, onEdit, onHistory, onSchedules, onRemove }: DeviceRoomsProps) {
  const { t } = useTranslation('devices');
  const roomName = useRoomName();
  const devices = groups.flatMap(({ entries }) => entries.map(({ device }) => device));
  const parentName = ({ meters: own }: DeviceEntry): string | undefined => {
    const parent = meters.find(({ id }) => id === own[0]?.parent_meter_id);
    return parent && devices.find(({ id }) => id === parent.device_id)?.name;
  };
  return (
    <Tooltips>
      <div className="space-y-4">
        {groups.map(({ room, entries }) => (
          <RoomPlace key={room} room={room}>
            <Card title={roomName(room)} aside={t('count', { count: entries.length })}>
              <ul className="-my-2">
                {entries.map((entry) => (
                  <DeviceRow
                    key={entry.device.id}
                    entry={entry}
                    parentName={parentName(entry)}
                    onEdit={() => onEdit(entry)}
                    onHistory={() => onHistory(entry)}
                    onSchedules={() => onSchedules(entry)}
                    onRemove={() => onRemove(entry)}
                  />
                ))}
              </ul>
            </Card>
          </RoomPlace>
        ))}
      </div>
    </Tooltips>
  );
}

/** A room that an address can name. */
function RoomPlace({ room, children }: { room: string; children: ReactNode }) {
  const arrival = useArrivalRef<HTMLDivElement>(`room-${room}`);
  return (
    <div ref={arrival} id={`room-${room}`} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}
