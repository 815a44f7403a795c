/** By which ways a person could not be told of something: the bell says so, where nothing else may reach them. */
import { useQuery } from '@tanstack/react-query';
import { askTables } from '#shell/data/tables.ts';
import { useUserId } from '#shell/session/session.ts';

export interface MissedWay {
  readonly id: string;
  readonly label: string;
  readonly missed_at: string;
}

export function useMissedWays(): readonly MissedWay[] {
  const user = useUserId();
  const { data = [] } = useQuery({
    queryKey: ['notice-ways', user ?? null, 'missed'],
    queryFn: () =>
      askTables<MissedWay[]>((tables) =>
        tables.from('notice_ways').select('id,label,missed_at').not('missed_at', 'is', null),
      ),
    enabled: user !== undefined,
  });
  return data;
}
