import type { Profile } from '#supabase/tables/index.ts';
import { queryClient } from '../data/query-client.ts';
import { askTables } from '../data/tables.ts';

export async function saveProfile(
  userId: string,
  change: Partial<
    Pick<
      Profile,
      'display_name' | 'language' | 'current_household' | 'skips_first_steps' | 'community_seen' | 'mail_week'
    >
  >,
): Promise<void> {
  await askTables((tables) => tables.from('profiles').update(change).eq('user_id', userId));
  // The demo's devices are called otherwise then.
  if (change.language !== undefined) void queryClient.invalidateQueries({ queryKey: ['devices'] });
}
