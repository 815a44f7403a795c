import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#shell/ui/button.tsx';
import { NoticesDialog } from './notices-dialog.tsx';

/** Opens what the household was told of. */
export function NoticesButton() {
  const { t } = useTranslation('notices');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="secondary" icon={<Bell className="size-5" aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('title')}
      </Button>
      <NoticesDialog open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
