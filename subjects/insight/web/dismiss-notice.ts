import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isOfRule } from '#catalogue/index.ts';
import { askTables, TableError } from '#shell/data/tables.ts';
import { noticesKey } from '#shell/household/household-notices.ts';
import { useUserId } from '#shell/session/session.ts';
import { notify, notifyWithAction } from '#shell/ui/notices/notice.ts';
import type { HouseholdNotice } from '#supabase/tables/index.ts';

/** What somebody says of a notice that they take off the page: `null`, nothing. */
export type Answer = HouseholdNotice['dismissed_as'];

interface Change {
  notice: HouseholdNotice;
  /** Undefined: it is shown again. */
  as: Answer | undefined;
}

const changes = ['notice-changes'];

/** Takes a notice off the page at once, offers to take that back, and puts it back when it could not be kept. */
export function useDismissNotice() {
  const { t } = useTranslation(['notice-texts', 'errors']);
  const queries = useQueryClient();
  const userId = useUserId() ?? null;
  const show = ({ notice, as }: Change) =>
    queries.setQueriesData<HouseholdNotice[]>({ queryKey: noticesKey(notice.household_id) }, (notices) =>
      notices?.map((one) => (one.id === notice.id ? { ...one, ...answered(as, userId) } : one)),
    );
  const save = useMutation({
    mutationKey: changes,
    // One after the other: what was pressed last is what stays.
    scope: { id: 'notices' },
    mutationFn: saveDismissal,
    onMutate: show,
    onSuccess: (_, { notice, as }) => {
      if (as === undefined) return;
      notifyWithAction(t(`said.${saidOf(notice, as)}`), {
        label: t('undo'),
        onSelect: () => save.mutate({ notice, as: undefined }),
      });
    },
    onError: (error, { notice, as }) => {
      show({ notice, as: as === undefined ? notice.dismissed_as : undefined });
      const code = !(error instanceof TableError) ? 'internal' : error.status === 0 ? 'network' : 'forbidden';
      notify(t('dismissFailed'), t(`errors:${code}`), 'alert');
    },
    // An answer from before the next change would show what it has replaced.
    onSettled: (_answer, _error, { notice }) =>
      queries.isMutating({ mutationKey: changes }) > 1
        ? undefined
        : queries.invalidateQueries({ queryKey: noticesKey(notice.household_id) }),
  });
  return {
    dismiss: (notice: HouseholdNotice, as: Answer) => save.mutate({ notice, as }),
    showAgain: (notice: HouseholdNotice) => save.mutate({ notice, as: undefined }),
  };
}

/** Of a rule nobody watches the next night, and what is normal is learned. */
function saidOf({ kind }: HouseholdNotice, as: Answer) {
  if (!isOfRule(kind) || as === null) return as ?? 'dismissed';
  return ({ fine: 'normal', fixed: 'done', right: 'right' } as const)[as];
}

function answered(as: Answer | undefined, userId: string | null) {
  return as === undefined
    ? { dismissed_at: null, dismissed_by: null, dismissed_as: null }
    : { dismissed_at: new Date().toISOString(), dismissed_by: userId, dismissed_as: as };
}

async function saveDismissal({ notice, as }: Change): Promise<void> {
  const { dismissed_at, dismissed_as } = answered(as, null);
  const rows = await askTables<{ id: string }[]>((tables) =>
    tables.from('notices').update({ dismissed_at, dismissed_as }).eq('id', notice.id).select('id'),
  );
  // Who may look at a home but not change it: the policies leave them no row.
  if (rows.length === 0) throw new TableError('42501', 'not allowed', 403);
}
