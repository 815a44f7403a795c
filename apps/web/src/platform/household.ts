import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Household } from '@wattershed/database';
import { useMemo } from 'react';
import { createFormat, type Format, regionalOf } from './format.ts';
import { keptOffline } from './keep-answers.ts';
import { useSession, useUserId } from './session.ts';
import { askTables } from './tables.ts';
import { useLanguage } from './use-language.ts';

export type { Household } from '@wattershed/database';

/** The household one looks at: the first one joined. Null without a signed-in user. */
export function householdQuery(userId: string | undefined) {
  return queryOptions({
    queryKey: ['household', userId ?? null],
    queryFn: async () => {
      if (userId === undefined) return null;
      const rows = await askTables<{ households: Household }[]>((tables) =>
        tables
          .from('household_members')
          .select('households(*)')
          .eq('user_id', userId)
          .order('created_at', { ascending: true })
          .limit(1),
      );
      return rows[0]?.households ?? null;
    },
    staleTime: 5 * 60_000,
    meta: keptOffline,
  });
}

export function useHousehold() {
  const session = useSession();
  return useQuery({ ...householdQuery(useUserId()), enabled: session.status === 'signed-in' });
}

/** Numbers, dates and money as this household writes them, in the language shown. */
export function useFormat(): Format {
  const language = useLanguage();
  const { data: household } = useHousehold();
  return useMemo(() => createFormat(language, regionalOf(household)), [language, household]);
}
