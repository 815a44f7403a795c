import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { environment } from '../data/env.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';

export interface LeaveGuestDialogProps {
  open: boolean;
  onLeave: () => Promise<void>;
  onClose: () => void;
}

/** Before a guest signs out: nobody comes back as the same one. */
export default function LeaveGuestDialog({ open, onLeave, onClose }: LeaveGuestDialogProps) {
  const { t } = useTranslation(['account', 'shell']);
  const [isPending, setPending] = useState(false);
  const leave = async () => {
    setPending(true);
    await onLeave();
    setPending(false);
    onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      title={t('leaveGuest.title')}
      confirmLabel={t('shell:account.signOut')}
      isPending={isPending}
      onConfirm={() => void leave()}
      onClose={onClose}
    >
      <p>{t('leaveGuest.text')}</p>
      {environment().keepsGuests && <p className="mt-2">{t('leaveGuest.keep')}</p>}
    </ConfirmDialog>
  );
}
