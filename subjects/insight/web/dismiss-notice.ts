import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { HouseholdNotice } from '#supabase/tables/index.ts';
import { useTranslation } from 'react-i18next';
import { noticesQuery } from '#shell/household/household-notices.ts';
import { askTables, TableError } from '#shell/data/tables.ts';
import { notify, notifyWithAction } from '#shell/ui/notices/notice.ts';

interface Change {
  notice: HouseholdNotice;
  dismissed: boolean;
}

const changes = ['notice-changes'];

async function saveDismissal({ notice, dismissed }: Change): Promise<void> {
  const rows = await askTables<{ id: string }[]>((tables) =>
    tables
      .from('notices')
      .update({ dismissed_at: dismissed ? new Date().toISOString() : null })
      .eq('id', notice.id)
      .select('id'),
  );
  // Who may look at a home but not change it: the policies leave them no row.
  if (rows.length === 0) throw new TableError('42501', 'not allowed', 403);
}

/** Takes a notice off the page at once, offers to take that back, and puts it back when it could not be kept. */
export function useDismissNotice(): (notice: HouseholdNotice, dismissed: boolean) => void {
  const { t } = useTranslation(['notices', 'errors']);
  const queries = useQueryClient();
  const show = ({ notice, dismissed }: Change) =>
    queries.setQueryData(noticesQuery(notice.household_id).queryKey, (notices) =>
      notices?.map((one) =>
        one.id === notice.id ? { ...one, dismissed_at: dismissed ? new Date().toISOString() : null } : one,
      ),
    );
  const save = useMutation({
    mutationKey: changes,
    // One after the other: what was pressed last is what stays.
    scope: { id: 'notices' },
    mutationFn: saveDismissal,
    onMutate: show,
    onSuccess: (_, { notice, dismissed }) => {
      if (!dismissed) return;
      notifyWithAction(t('dismissed'), {
        label: t('undo'),
        onSelect: () => save.mutate({ notice, dismissed: false }),
      });
    },
    onError: (error, change) => {
      show({ ...change, dismissed: !change.dismissed });
      const code = !(error instanceof TableError) ? 'internal' : error.status === 0 ? 'network' : 'forbidden';
      notify(t('dismissFailed'), t(`errors:${code}`), 'alert');
    },
    // An answer from before the next change would show what it has replaced.
    onSettled: (_answer, _error, { notice }) =>
      queries.isMutating({ mutationKey: changes }) > 1
        ? undefined
        : queries.invalidateQueries(noticesQuery(notice.household_id)),
  });
  return (notice, dismissed) => save.mutate({ notice, dismissed });
}
