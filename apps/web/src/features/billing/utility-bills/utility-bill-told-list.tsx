import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureWords } from '../../../platform/failure-words.ts';
import { LoadFailure } from '../../../platform/load-failure.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { UtilityBillFileChoice } from './utility-bill-file-choice.tsx';
import { apart, keyTold, type ToldBill, type ToldContext } from './utility-bill-told.ts';
import { askFileBills, fileDamage, toldBillsQuery } from './utility-bill-told-api.ts';
import { UtilityBillToldRow } from './utility-bill-told-row.tsx';

export interface UtilityBillToldListProps {
  context: ToldContext;
  onFill: (told: ToldBill) => void;
}

const shownFirst = 4;

/** The billing periods that imports have told, or a file that is chosen here tells. */
export function UtilityBillToldList({ context, onFill }: UtilityBillToldListProps) {
  const { t } = useTranslation('utility-bills');
  const { ofThrown } = useFailureWords();
  const householdId = context.household.id;
  const kept = useQuery(toldBillsQuery(householdId));
  const look = useMutation({ mutationFn: (file: File) => askFileBills(file, householdId) });
  const file = look.variables;
  const damage = fileDamage(look.error);
  const answer = look.data;
  const fault =
    answer?.bills.length === 0
      ? t(answer.format === 'csv' ? 'told.refused.table' : 'told.refused.noBills')
      : look.error === null
        ? undefined
        : damage === undefined
          ? ofThrown(look.error)
          : t(`told.refused.${damage}`);
  const ofFile = apart((answer?.bills ?? []).map((bill) => ({ fileName: file?.name ?? '', bill })));
  return (
    <div className="space-y-3">
      <UtilityBillFileChoice
        name={file?.name}
        error={fault}
        isPending={look.isPending}
        onFile={(chosen) => look.mutate(chosen)}
      />
      <div aria-live="polite" className="empty:hidden">
        {ofFile.length > 0 && (
          <Periods label={t('told.ofFile')} namesFile={false} bills={ofFile} context={context} onFill={onFill} />
        )}
      </div>
      {kept.data === undefined ? (
        kept.isError ? (
          <LoadFailure error={kept.error} onRetry={() => void kept.refetch()} />
        ) : (
          <Skeleton className="h-16" />
        )
      ) : kept.data.length === 0 ? (
        <p className="text-small text-ink-soft">{t('told.noneKept')}</p>
      ) : (
        <Periods label={t('told.ofImports')} namesFile bills={kept.data} context={context} onFill={onFill} />
      )}
    </div>
  );
}

interface PeriodsProps extends UtilityBillToldListProps {
  label: string;
  namesFile: boolean;
  bills: readonly ToldBill[];
}

function Periods({ label, namesFile, bills, context, onFill }: PeriodsProps) {
  const { t } = useTranslation('utility-bills');
  const [showsAll, setShowsAll] = useState(false);
  return (
    <div>
      <h3 className="text-small font-semibold">{label}</h3>
      <ul aria-label={label}>
        {(showsAll ? bills : bills.slice(0, shownFirst)).map((told) => (
          <UtilityBillToldRow
            key={keyTold(told)}
            told={told}
            context={context}
            namesFile={namesFile}
            onFill={() => onFill(told)}
          />
        ))}
      </ul>
      {bills.length > shownFirst && (
        <Button look="quiet" size="small" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('fewer') : t('all', { count: bills.length })}
        </Button>
      )}
    </div>
  );
}
