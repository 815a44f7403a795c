import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Menu } from '../../ui/menu.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useBillFile } from './use-bill-file.ts';

/** The bills as a file: for a spreadsheet, or on paper. */
export function ExportMenu({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation('billing');
  const file = useBillFile();
  const save = (kind: 'csv' | 'pdf') => {
    if (!file.isPending) file.mutate({ path: `/api/v1/bills.${kind}`, name: `wattershed-bills.${kind}` });
  };
  if (disabled) return null;
  return (
    <span className="-my-2 flex items-center gap-2">
      <span role="status" className="text-small">
        {file.isPending && t('files.busy')}
      </span>
      <Menu
        label={t('files.label')}
        trigger={
          <>
            {file.isPending ? <Spinner /> : <Download className="size-5" aria-hidden />}
            {t('files.label')}
          </>
        }
        className="border-transparent text-leaf"
        items={[
          { key: 'csv', label: t('files.csv'), onSelect: () => save('csv') },
          { key: 'pdf', label: t('files.pdf'), onSelect: () => save('pdf') },
        ]}
      />
    </span>
  );
}
