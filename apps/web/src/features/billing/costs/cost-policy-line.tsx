import type { BillCosts } from '@wattershed/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRights } from '../../../platform/household-role.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { CostPolicyForm } from './cost-policy-form.tsx';
import { usePolicyWords } from './cost-words.ts';
import { useSavePolicy } from './use-save-policy.ts';

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
