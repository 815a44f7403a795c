import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CostPolicy } from '@wattershed/contracts';
import { useTranslation } from 'react-i18next';
import { useHousehold } from '../../../platform/household.ts';
import { notify, notifyWithAction } from '../../../ui/notice.ts';
import { costsKey, savePolicy } from './costs-query.ts';

interface PolicyChange {
  policy: CostPolicy;
  /** What it was before. */
  former: CostPolicy;
}

/** Keeps a policy; the notice of it takes it back, wherever one has gone by then. */
export function useSavePolicy() {
  const { t } = useTranslation(['billing-costs', 'billing']);
  const queries = useQueryClient();
  const householdId = useHousehold().data?.id;
  const save = useMutation({
    mutationFn: ({ policy }: PolicyChange) => savePolicy(householdId ?? '', policy),
    onSuccess: async (_, { policy, former }) => {
      await queries.invalidateQueries({ queryKey: costsKey });
      notifyWithAction(t('policy.saved'), {
        label: t('policy.undo'),
        onSelect: () => save.mutate({ policy: former, former: policy }),
      });
    },
    onError: () => notify(t('billing:tariffs.saveFailed'), undefined, 'alert'),
  });
  return save;
}
