import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BillCosts, CostPolicy } from '@wattershed/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRights } from '../../../platform/household-role.ts';
import { useHousehold } from '../../../platform/household.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify, notifyWithAction } from '../../../ui/notice.ts';
import { CostPolicyForm } from './cost-policy-form.tsx';
import { usePolicyWords } from './cost-words.ts';
import { costsKey, savePolicy } from './costs-query.ts';

export interface CostPolicyLineProps {
  costs: BillCosts;
  currency: string;
}

/** By which policy the rooms stand as they do; whoever may change it, can here. */
export function CostPolicyLine({ costs, currency }: CostPolicyLineProps) {
  const { t } = useTranslation(['billing-costs', 'billing']);
  const mayChange = useRights().data?.mayWrite;
  const words = usePolicyWords();
  const save = useSavePolicy();
  const [isOpen, setOpen] = useState(false);
  const unborne = words.unborne(costs);
  const open = () => {
    save.reset();
    setOpen(true);
  };
  return (
    <section aria-label={t('policy.title')} className="mt-3 text-small text-ink-soft">
      <p>{words.statement(costs)}</p>
      {unborne !== undefined && <p className="mt-1 text-ink">{unborne}</p>}
      {mayChange === true && (
        <Button look="quiet" size="small" className="-ml-4" onClick={open}>
          {t('policy.change')}
        </Button>
      )}
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        closeLabel={t('billing:close')}
        title={t('policy.title')}
        description={t('policy.text')}
        className="text-body"
      >
        {isOpen && (
          <CostPolicyForm
            costs={costs}
            currency={currency}
            onSave={(policy) => save.mutateAsync({ policy, former: costs.policy }, { onSuccess: () => setOpen(false) })}
            onCancel={() => setOpen(false)}
          />
        )}
      </Dialog>
    </section>
  );
}

interface PolicyChange {
  policy: CostPolicy;
  /** What it was before. */
  former: CostPolicy;
}

/** Keeps a policy; the notice of it takes it back, wherever one has gone by then. */
function useSavePolicy() {
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
