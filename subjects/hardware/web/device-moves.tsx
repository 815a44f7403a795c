/** From when on a device stands elsewhere, or is inside another meter: said, listed, and undone. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askTables } from '#shell/data/tables.ts';
import { useDevices } from '#shell/household/connected-devices.ts';
import { useFormat, useHousehold } from '#shell/household/household.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { useNow } from '#shell/parts/clock.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { localDayOf, startOfDay } from '#shell/text/local-day.ts';
import { Button } from '#shell/ui/button.tsx';
import { SelectField, TextField } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import type { ConnectedDevice, DeviceRoom, MeterParent } from '#supabase/tables/index.ts';
import { type Dated, type Move, undoMoves } from './device-api.ts';
import type { MeterRow } from './device-queries.ts';

export interface TypedSince {
  readonly from: 'now' | 'day' | 'ever';
  /** 2026-11-20, or nothing yet. */
  readonly day: string;
}
export const now: TypedSince = { from: 'now', day: '' };

export const isDayMissing = ({ from, day }: TypedSince): boolean => from === 'day' && day === '';

export function datedOf({ from, day }: TypedSince, timeZone: string): Dated {
  if (from === 'now') return {};
  return { since: from === 'ever' ? null : new Date(startOfDay(day, timeZone)).toISOString() };
}

interface SinceFieldProps {
  value: TypedSince;
  onChange: (since: TypedSince) => void;
  error: string | undefined;
}

export function SinceField({ value, onChange, error }: SinceFieldProps) {
  const { t } = useTranslation('devices');
  const timeZone = useHousehold().data?.time_zone ?? 'UTC';
  const clock = useNow(60_000);
  const options = (['now', 'day', 'ever'] as const).map((from) => ({ value: from, label: t(`moves.${from}`) }));
  return (
    <div className="space-y-3">
      <SelectField
        label={t('moves.since')}
        hint={t(`moves.hint.${value.from}`)}
        options={options}
        value={value.from}
        onChange={({ target }) =>
          onChange({ ...value, from: options.find((one) => one.value === target.value)?.value ?? 'now' })
        }
      />
      {value.from === 'day' && (
        <TextField
          label={t('moves.dayLabel')}
          type="date"
          min="2000-01-01"
          max={localDayOf(clock, timeZone)}
          value={value.day}
          onChange={({ target }) => onChange({ ...value, day: target.value })}
          error={error}
        />
      )}
    </div>
  );
}

const kinds = {
  device_rooms: 'id,device_id,room,since,made_by',
  meter_parents: 'id,meter_id,parent_meter_id,since,made_by',
};

/** What was said of a home, the last first; what was so before is none. */
function useMoves(householdId: string | undefined) {
  return useQuery({
    queryKey: ['moves', householdId ?? null],
    queryFn: async () => {
      const read = <T,>(table: keyof typeof kinds) =>
        askTables<T[]>((tables) =>
          tables
            .from(table)
            .select(kinds[table])
            .eq('household_id', householdId ?? '')
            .not('made_by', 'is', null)
            .order('id', { ascending: false }),
        );
      return { rooms: await read<DeviceRoom>('device_rooms'), parents: await read<MeterParent>('meter_parents') };
    },
    enabled: householdId !== undefined,
  });
}

/** Whatever shows where things are asks again. */
export function useUndoMoves() {
  const { t } = useTranslation('devices');
  const words = useFailureMessages();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (moves: readonly Move[]) => undoMoves(moves),
    onSuccess: (failed) => {
      for (const queryKey of [['devices'], ['meters'], ['latest'], ['usage'], ['moves']])
        void queryClient.invalidateQueries({ queryKey });
      if (failed?.error) notify(t('moves.notUndone'), words.ofTable(failed), 'alert');
      else notify(t('moves.undone'));
    },
  });
}

const maxShown = 5;

interface MovesListProps {
  device: ConnectedDevice;
  meters: readonly MeterRow[];
  /** The form around it shows what was so before. */
  onUndone: () => void;
}

export function MovesList({ device, meters, onUndone }: MovesListProps) {
  const { t } = useTranslation('devices');
  const { data: devices = [] } = useDevices();
  const { data: moves } = useMoves(device.household_id);
  const format = useFormat();
  const roomName = useRoomName();
  const undo = useUndoMoves();
  const own = new Set(meters.filter(({ device_id }) => device_id === device.id).map(({ id }) => id));
  const parentName = (id: number | null) => {
    const above = meters.find((meter) => meter.id === id);
    return devices.find((one) => one.id === above?.device_id)?.name;
  };
  const said = [
    ...(moves?.rooms ?? [])
      .filter(({ device_id }) => device_id === device.id)
      .map(({ id, room, since }) => ({ table: 'device_rooms' as const, id, since, what: roomName(room) })),
    ...(moves?.parents ?? [])
      .filter(({ meter_id }) => own.has(meter_id))
      .map(({ id, parent_meter_id: parent, since }) => {
        const name = parentName(parent);
        const what = name === undefined ? t('moves.outside') : t('moves.inside', { name });
        return { table: 'meter_parents' as const, id, since, what };
      }),
  ].slice(0, maxShown);
  if (said.length === 0) return null;
  const when = (since: string | null) =>
    since === null
      ? t('moves.sinceEver')
      : t('moves.from', { when: format.date(new Date(since), { dateStyle: 'medium', timeStyle: 'short' }) });
  return (
    <div>
      <p className="text-small font-semibold">{t('moves.title')}</p>
      <ul>
        {said.map(({ table, id, since, what }) => (
          <li key={`${table} ${id}`} className="flex items-center justify-between gap-3 text-small">
            <span>
              {what} <span className="text-ink-soft">· {when(since)}</span>
            </span>
            <Button
              look="quiet"
              size="small"
              pending={undo.isPending && undo.variables[0]?.id === id}
              onClick={() => undo.mutate([{ table, id }], { onSuccess: onUndone })}
              aria-label={t('moves.undoOne', { what })}
            >
              {t('moves.undo')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
