import { useTranslation } from 'react-i18next';
import { useHousehold } from '../../../platform/household.ts';
import { useRights } from '../../../platform/household-role.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { KeptDays } from './kept-days.tsx';
import { TemperatureFileForm } from './temperature-file-form.tsx';

export interface TemperaturesDialogProps {
  open: boolean;
  mayWrite: boolean;
  onClose: () => void;
}

/** Which outdoor temperatures are kept, and where others are brought. */
export function TemperaturesDialog({ open, mayWrite, onClose }: TemperaturesDialogProps) {
  const { t } = useTranslation(['billing-weather', 'billing']);
  const householdId = useHousehold().data?.id;
  const mayDelete = useRights().data?.mayDelete === true;
  return (
    <Dialog open={open} onClose={onClose} closeLabel={t('billing:close')} title={t('title')} description={t('text')}>
      {householdId !== undefined && (
        <>
          <KeptDays householdId={householdId} mayDelete={mayDelete} />
          {mayWrite && <TemperatureFileForm householdId={householdId} onDone={onClose} />}
        </>
      )}
    </Dialog>
  );
}
