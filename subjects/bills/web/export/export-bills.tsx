import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { useSoFar } from '../billing-queries.ts';
import { ExportChoices } from './export-choices.tsx';

/** The bills of chosen days as a file: for a spreadsheet, or on paper. */
export function ExportBills() {
  const { t } = useTranslation(['billing-export', 'billing']);
  const { data: soFar } = useSoFar();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="quiet" className="-my-2 -mr-4" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('label')}
        {/* Behind the words, so that their baseline is the button's, beside the title's. */}
        <Download className="size-5" aria-hidden />
      </Button>
      <Dialog
        open={isOpen && soFar !== undefined}
        onClose={() => setIsOpen(false)}
        closeLabel={t('billing:close')}
        title={t('title')}
        className="sm:w-[min(36rem,calc(100vw-2rem))]"
      >
        {soFar && <ExportChoices today={soFar.today} openStart={soFar.start} />}
      </Dialog>
    </>
  );
}
