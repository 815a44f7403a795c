import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { FileText, FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ServiceError } from '#shell/data/service-error.ts';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { addDays } from '#shell/text/local-day.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Button, Spinner } from '#shell/ui/button.tsx';
import { FileArea } from '#shell/ui/file-transfer.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { UtilityTile } from '#shell/ui/utility-mark.tsx';
import { type FileBills, type FileErrorCode, readFileBills } from '#subjects/readings/contract/imports.ts';
import type { ImportRow } from '#supabase/tables/index.ts';
import { billingKey } from '../billing-queries.ts';
import { useBillFormat } from '../use-bill-format.ts';
import {
  apart,
  currencyHere,
  daysTold,
  keyTold,
  moneyTold,
  standingTold,
  type ToldBill,
  type ToldContext,
} from './utility-bill-told.ts';

interface UtilityBillToldListProps {
  context: ToldContext;
  onFill: (told: ToldBill) => void;
}

/** The billing periods that imports have told, or a file that is chosen here tells. */
export function UtilityBillToldList({ context, onFill }: UtilityBillToldListProps) {
  const { t } = useTranslation('utility-bills');
  const { ofThrown } = useFailureMessages();
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

interface UtilityBillFileChoiceProps {
  /** Of the file that was chosen. */
  name: string | undefined;
  error: string | undefined;
  isPending: boolean;
  onFile: (file: File) => void;
}

/** A place to press or to drop a Green Button file on. */
function UtilityBillFileChoice({ name, error, isPending, onFile }: UtilityBillFileChoiceProps) {
  const { t } = useTranslation('utility-bills');
  const id = useId();
  return (
    <div>
      <FileArea
        id={id}
        isBusy={isPending}
        className="gap-3 px-4 py-3"
        accept=".xml,.gz,application/xml,text/xml,application/gzip"
        aria-label={t('told.choose')}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-error`}
        onFiles={([file]) => file && onFile(file)}
      >
        {isPending ? <Spinner /> : <FileUp className="size-6 shrink-0 text-leaf" aria-hidden />}
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{name ?? t('told.choose')}</span>
          <span id={`${id}-hint`} className="block text-small text-ink-soft">
            {t(name === undefined ? 'told.chooseHint' : 'told.chooseOther')}
          </span>
        </span>
      </FileArea>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-small text-alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface PeriodsProps extends UtilityBillToldListProps {
  label: string;
  namesFile: boolean;
  bills: readonly ToldBill[];
}

const shownFirst = 4;

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

interface UtilityBillToldRowProps {
  told: ToldBill;
  context: ToldContext;
  /** Where its list is not of one file. */
  namesFile: boolean;
  onFill: () => void;
}

/** A billing period that a file tells: pressed, it fills in the form; or why it cannot. */
function UtilityBillToldRow({ told, context, namesFile, onFill }: UtilityBillToldRowProps) {
  const { t } = useTranslation('utility-bills');
  const { bill, fileName } = told;
  const write = useBillFormat(bill.currency ?? undefined);
  const days = daysTold(bill, context.household.time_zone);
  const standing = standingTold(bill, context);
  const period = write.period(days.firstDay, addDays(days.lastDay, 1));
  const utility = t(bill.utility);
  return (
    <li
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-line py-2.5 last:border-b-0"
      data-told-bill={days.firstDay}
    >
      <UtilityTile utility={bill.utility} />
      <div className="min-w-0">
        <p className="font-semibold">{period}</p>
        <p className="text-small text-ink-soft wrap-anywhere">
          {utility} · <bdi>{bill.column}</bdi>
        </p>
        {namesFile && (
          <p className="flex items-center gap-1 text-small text-ink-soft">
            <FileText className="size-4 shrink-0" aria-hidden />
            <bdi className="truncate">{fileName}</bdi>
          </p>
        )}
      </div>
      <div className="flex flex-col items-end gap-1">
        <span className="figures font-[650]">{write.format.moneyIn(bill.currency, moneyTold(bill.total))}</span>
        {standing === 'ready' && (
          <Button size="small" look="secondary" aria-label={t('told.fillOf', { utility, period })} onClick={onFill}>
            {t('told.fill')}
          </Button>
        )}
        {standing === 'entered' && <Badge tone="leaf">{t('told.entered')}</Badge>}
      </div>
      {standing !== 'ready' && standing !== 'entered' && (
        <p className="col-span-full text-small text-ink-soft">
          {t(`told.why.${standing}`, {
            theirs: bill.currency ?? '',
            ours: currencyHere(bill, days, context),
            day: write.day(days.lastDay),
          })}
        </p>
      )}
    </li>
  );
}

/** What a file tells of bills; nothing of it is imported. */
async function askFileBills(file: File, householdId: string): Promise<FileBills> {
  return callService(readFileBills, {
    body: file,
    headers: { 'Content-Type': 'application/xml' },
    query: { name: file.name.slice(0, 200), household: householdId },
  });
}

const damages: Partial<Record<FileErrorCode, 'damagedPack' | 'tooLarge' | 'damaged'>> = {
  'compression-damaged': 'damagedPack',
  'too-large': 'tooLarge',
  'xml-malformed': 'damaged',
  'line-too-long': 'damaged',
};

/** What is wrong with the file itself: the service's detail begins with the code. */
function fileDamage(error: unknown): 'damagedPack' | 'tooLarge' | 'damaged' | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  if (error.code === 'body-too-large') return 'tooLarge';
  return error.code === 'import-failed' ? damages[error.message.split(':')[0] as FileErrorCode] : undefined;
}

const maxImports = 50;

/** The bills that imports have told, without those that were taken back. */
export function toldBillsQuery(householdId: string) {
  return queryOptions({
    queryKey: [...billingKey, 'told-bills', householdId],
    queryFn: async (): Promise<ToldBill[]> => {
      const rows = await askTables<Pick<ImportRow, 'file_name' | 'bills'>[]>((tables) =>
        tables
          .from('imports')
          .select('file_name,bills')
          .eq('household_id', householdId)
          .is('undone_at', null)
          .neq('bills', '[]')
          .order('began_at', { ascending: false })
          .limit(maxImports),
      );
      return apart(rows.flatMap(({ file_name: fileName, bills }) => bills.map((bill) => ({ fileName, bill }))));
    },
    // An import may have come in on another page.
    staleTime: 0,
  });
}
