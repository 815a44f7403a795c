import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { askTables } from '#shell/data/tables.ts';
import { useUserId } from '#shell/session/session.ts';
import { chosenLanguage, showInLanguage } from '#shell/text/i18n.ts';
import type { Profile } from '#supabase/tables/index.ts';

/** Null without a signed-in user. */
export function profileQuery(userId: string | undefined) {
  return queryOptions({
    queryKey: ['profile', userId ?? null],
    queryFn: async () => {
      if (userId === undefined) return null;
      const rows = await askTables<Profile[]>((tables) =>
        tables.from('profiles').select('*').eq('user_id', userId).limit(1),
      );
      return rows[0] ?? null;
    },
    staleTime: 5 * 60_000,
    meta: keptOffline,
  });
}

export function useProfile() {
  const userId = useUserId();
  return useQuery({ ...profileQuery(userId), enabled: userId !== undefined });
}

/** Where nothing was chosen in this browser, the profile's language is shown. */
export function ProfileLanguage() {
  const language = useProfile().data?.language;
  useEffect(() => {
    if (language !== undefined && chosenLanguage() === undefined) void showInLanguage(language);
  }, [language]);
  return null;
}
