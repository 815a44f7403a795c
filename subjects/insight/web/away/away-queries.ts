/** When nobody is at home, as its people have said: asked and written at the table. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { askTables } from '#shell/data/tables.ts';
import { useHousehold } from '#shell/household/household.ts';
import type { HomeAbsence } from '#supabase/tables/index.ts';

export type Absence = Pick<HomeAbsence, 'id' | 'starts' | 'ends'>;

const absencesKey = ['home-absences'] as const;

/** The latest first. */
export function useAbsences() {
  const household = useHousehold().data?.id;
  return useQuery({
    queryKey: [...absencesKey, household ?? null],
    meta: keptOffline,
    queryFn: () =>
      askTables<Absence[]>((tables) =>
        tables
          .from('home_absences')
          .select('id,starts,ends')
          .eq('household_id', household ?? '')
          .order('starts', { ascending: false }),
      ),
    enabled: household !== undefined,
  });
}

export function useAbsenceWrites() {
  const queries = useQueryClient();
  const household_id = useHousehold().data?.id ?? '';
  // Without a network it fails at once, and that is said.
  const done = {
    networkMode: 'always',
    onSuccess: () => queries.invalidateQueries({ queryKey: absencesKey }),
  } as const;
  return {
    add: useMutation({
      mutationFn: (row: Omit<Absence, 'id'> & { id?: string }) =>
        askTables((tables) => tables.from('home_absences').insert({ household_id, ...row })),
      ...done,
    }),
    end: useMutation({
      mutationFn: ({ id, ends }: Pick<Absence, 'id' | 'ends'>) =>
        askTables((tables) => tables.from('home_absences').update({ ends }).match({ household_id, id })),
      ...done,
    }),
    remove: useMutation({
      mutationFn: (id: string) =>
        askTables((tables) => tables.from('home_absences').delete().match({ household_id, id })),
      ...done,
    }),
  };
}
