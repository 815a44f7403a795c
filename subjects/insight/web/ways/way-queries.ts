/** By what ways a person is told: what is set up, what they want to be told of, and their quiet hours. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NoticeGroup, NoticeWay } from '#catalogue/index.ts';
import { callService } from '#shell/data/service.ts';
import { askTables, changeOrAdd } from '#shell/data/tables.ts';
import { useUserId } from '#shell/session/session.ts';
import { saveProfile } from '#shell/session/save-profile.ts';
import type { NoticeWayRow, NoticeWish, Profile, QuietHours } from '#supabase/tables/index.ts';
import { type AddressedWay, addNoticeWay, readNoticeWays, testNoticeWay } from '../../contract/notice-ways.ts';

export type Way = Omit<NoticeWayRow, 'user_id'>;

const key = 'notice-ways';
const columns = 'id,way,label,host,fingerprint,created_at,last_ok_at,fault,fault_at,missed_at';

export function useWays() {
  const user = useUserId() ?? '';
  return useQuery({
    queryKey: [key, user, 'ways'],
    queryFn: () => askTables<Way[]>((tables) => tables.from('notice_ways').select(columns).order('created_at')),
  });
}

/** What whoever runs the service allows, and what a browser subscribes with. */
export const useOffered = () =>
  useQuery({ queryKey: [key, 'offered'], queryFn: () => callService(readNoticeWays), staleTime: 5 * 60_000 });

export function useWaysChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [key] });
}

export function useAddWay() {
  const onSuccess = useWaysChanged();
  return useMutation({ mutationFn: (body: AddressedWay) => callService(addNoticeWay, { body }), onSuccess });
}

export function useTestWay() {
  const onSettled = useWaysChanged();
  return useMutation({ mutationFn: (id: string) => callService(testNoticeWay, { params: { id } }), onSettled });
}

export function useRemoveWay() {
  const onSuccess = useWaysChanged();
  return useMutation({
    mutationFn: (id: string) => askTables((tables) => tables.from('notice_ways').delete().eq('id', id)),
    onSuccess,
  });
}

export function useWishes() {
  const user = useUserId() ?? '';
  return useQuery({
    queryKey: [key, user, 'wishes'],
    queryFn: () =>
      askTables<Omit<NoticeWish, 'user_id'>[]>((tables) =>
        tables.from('notice_wishes').select('way,kind_group,is_wanted'),
      ),
  });
}

export interface ChosenWish {
  readonly way: NoticeWay;
  readonly group: NoticeGroup;
  readonly isWanted: boolean;
}

/** Shown at once; what was refused is as it was again. */
export function useChooseWish() {
  const user = useUserId() ?? '';
  const queries = useQueryClient();
  const queryKey = [key, user, 'wishes'];
  return useMutation({
    scope: { id: 'notice-wishes' },
    mutationFn: ({ way, group, isWanted }: ChosenWish) =>
      changeOrAdd('notice_wishes', { user_id: user, way, kind_group: group }, { is_wanted: isWanted }),
    onMutate: ({ way, group, isWanted }) =>
      queries.setQueryData<Omit<NoticeWish, 'user_id'>[]>(queryKey, (kept) => [
        ...(kept ?? []).filter((one) => one.way !== way || one.kind_group !== group),
        { way, kind_group: group, is_wanted: isWanted },
      ]),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

export type Quiet = Pick<QuietHours, 'starts' | 'ends'>;

/** Null: none are kept. */
export function useQuietHours() {
  const user = useUserId() ?? '';
  return useQuery({
    queryKey: [key, user, 'quiet'],
    queryFn: async () => {
      const rows = await askTables<Quiet[]>((tables) => tables.from('notice_quiet_hours').select('starts,ends'));
      return rows[0] ?? null;
    },
  });
}

export function useSaveQuietHours() {
  const user = useUserId() ?? '';
  const queries = useQueryClient();
  const queryKey = [key, user, 'quiet'];
  return useMutation({
    scope: { id: 'quiet-hours' },
    mutationFn: async (quiet: Quiet | null) => {
      if (quiet !== null) return changeOrAdd('notice_quiet_hours', { user_id: user }, quiet);
      await askTables((tables) => tables.from('notice_quiet_hours').delete().eq('user_id', user));
    },
    onMutate: (quiet) => queries.setQueryData(queryKey, quiet),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

const weekKey = (user: string) => [key, user, 'week'] as const;

/** Whether the week comes by mail; null: nobody has chosen. */
export function useWeekMail() {
  const user = useUserId() ?? '';
  return useQuery({
    queryKey: weekKey(user),
    queryFn: async () => {
      const [profile] = await askTables<Pick<Profile, 'mail_week'>[]>((tables) =>
        tables.from('profiles').select('mail_week').eq('user_id', user),
      );
      return profile?.mail_week ?? null;
    },
  });
}

export function useChooseWeek() {
  const user = useUserId() ?? '';
  const queries = useQueryClient();
  return useMutation({
    scope: { id: key },
    mutationFn: (isWanted: boolean) => saveProfile(user, { mail_week: isWanted }),
    onMutate: (isWanted) => queries.setQueryData(weekKey(user), isWanted),
    onSettled: () => queries.invalidateQueries({ queryKey: weekKey(user) }),
  });
}
