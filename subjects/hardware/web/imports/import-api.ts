import { queryOptions } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ServiceError } from '#shell/data/service-error.ts';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';
import { useFormat } from '#shell/household/household.ts';
import {
  type FileCost,
  type FileErrorCode,
  type ImportOptions,
  type ImportPreview,
  previewImport,
  startImport,
} from '#subjects/readings/contract/imports.ts';
import { previewWatchedFile } from '#subjects/readings/contract/watched.ts';
import type { ImportRow, WatchedFile } from '#supabase/tables/index.ts';

export function askPreview(file: File, householdId: string): Promise<ImportPreview> {
  return callService(previewImport, {
    body: file,
    headers: { 'Content-Type': 'text/csv' },
    query: { name: file.name, household: householdId },
  });
}

export function askWatchedPreview({
  household_id: household,
  fingerprint,
}: Pick<WatchedFile, 'household_id' | 'fingerprint'>): Promise<ImportPreview> {
  return callService(previewWatchedFile, { body: { household, fingerprint } });
}

export function beginImport(fileId: string, options: ImportOptions, dryRun = false): Promise<{ id: string }> {
  return callService(startImport, { body: { fileId, options, dryRun } });
}

const maxImports = 20;
/** Without the bills that an import told: there may be many, and they are shown elsewhere. */
const historyColumns = [
  'id',
  'user_id',
  'file_name',
  'began_at',
  'ended_at',
  'accepted',
  'undo_began_at',
  'undone_at',
  'costs',
  'may_be_early',
] as const;
export type PastImport = Pick<ImportRow, (typeof historyColumns)[number]>;

/** What was imported into the household, the latest first. */
export function importsQuery(householdId: string | undefined) {
  return queryOptions({
    queryKey: ['imports', householdId ?? null],
    queryFn: () =>
      askTables<PastImport[]>((tables) =>
        tables
          .from('imports')
          .select(historyColumns.join(','))
          .eq('household_id', householdId ?? '')
          .order('began_at', { ascending: false })
          .limit(maxImports),
      ),
    enabled: householdId !== undefined,
  });
}

/** The imports that may be Home Assistant's statistics from when those were read an hour early. */
export function mayBeEarly({ may_be_early, undone_at }: PastImport): boolean {
  return may_be_early && undone_at === null;
}

/** Somebody said that an import stands where it belongs. */
export async function settleEarly(id: string): Promise<void> {
  await askTables((tables) => tables.from('imports').update({ may_be_early: false }).eq('id', id));
}

const fileErrors = {
  'compression-damaged': true,
  empty: true,
  'line-too-long': true,
  'no-time-column': true,
  'no-value-column': true,
  'quote-open': true,
  'too-large': true,
  'unknown-column': true,
  'xml-malformed': true,
} satisfies Record<FileErrorCode, true>;

/** Why the file itself was refused: the service's detail begins with the code. */
export function fileErrorOf(error: unknown): FileErrorCode | undefined {
  if (!(error instanceof ServiceError) || error.code !== 'import-failed') return undefined;
  const code = error.message.split(':')[0] ?? '';
  return Object.hasOwn(fileErrors, code) ? (code as FileErrorCode) : undefined;
}

/** What a file itself says that its use cost, by currency; nothing where it says nothing. */
export function useCostText(): (costs: readonly FileCost[]) => string | undefined {
  const { t } = useTranslation('devices');
  const format = useFormat();
  return (costs) => {
    const sums = new Map<string | null, number>();
    for (const { currency, amount } of costs) sums.set(currency, (sums.get(currency) ?? 0) + amount);
    if (sums.size === 0) return undefined;
    return t('import.cost', { cost: [...sums].map(([code, sum]) => format.moneyIn(code, sum)).join(' + ') });
  };
}
