import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Household } from '@wattershed/database';
import { useTranslation } from 'react-i18next';
import { membershipsKey } from '../../../platform/household.ts';
import { Field } from '../../../ui/field.tsx';
import { notify } from '../../../ui/notice.ts';
import { Select } from '../../../ui/select.tsx';
import { billingKey } from '../billing-queries.ts';
import { changeBillingDay } from '../tariffs/tariff-api.ts';

const days = Array.from({ length: 28 }, (_, i) => ({ value: String(i + 1), label: String(i + 1) }));

/** On which day of the month a bill begins; saved at once, by the household's owner. */
export function BillingDayField({ household, disabled }: { household: Household; disabled: boolean }) {
  const { t } = useTranslation('billing');
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (day: number) => changeBillingDay(household.id, day),
    onSuccess: async (_, day) => {
      notify(t('tariffs.billingDaySaved', { day }));
      await queries.invalidateQueries({ queryKey: [membershipsKey] });
      await queries.invalidateQueries({ queryKey: billingKey });
    },
    onError: () => notify(t('tariffs.saveFailed'), undefined, 'alert'),
  });
  return (
    <Field label={t('tariffs.billingDay')} hint={t('tariffs.billingDayHint')}>
      {(control) => (
        <Select
          {...control}
          className="max-w-28"
          options={days}
          value={String(save.isPending ? save.variables : household.billing_day)}
          disabled={disabled || save.isPending}
          onChange={(event) => save.mutate(Number(event.target.value))}
        />
      )}
    </Field>
  );
}
