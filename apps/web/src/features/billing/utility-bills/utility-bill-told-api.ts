import { queryOptions } from '@tanstack/react-query';
import { type FileBills, type FileErrorCode, readFileBills } from '@wattershed/contracts/imports';
import type { ImportRow } from '@wattershed/database';
import { callService } from '../../../platform/service.ts';
import { ServiceError } from '../../../platform/service-error.ts';
import { askTables } from '../../../platform/tables.ts';
import { billingKey } from '../billing-queries.ts';
import { apart, type ToldBill } from './utility-bill-told.ts';

const mostImports = 50;

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
          .limit(mostImports),
      );
      return apart(rows.flatMap(({ file_name: fileName, bills }) => bills.map((bill) => ({ fileName, bill }))));
    },
    // An import may have come in on another page.
    staleTime: 0,
  });
}

/** What a file tells of bills; nothing of it is imported. */
export async function askFileBills(file: File, householdId: string): Promise<FileBills> {
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
export function fileDamage(error: unknown): 'damagedPack' | 'tooLarge' | 'damaged' | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  if (error.code === 'body-too-large') return 'tooLarge';
  return error.code === 'import-failed' ? damages[error.message.split(':')[0] as FileErrorCode] : undefined;
}
