import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import type { UrdbFile } from './urdb-file.ts';

/** Opens a rate of OpenEI's Utility Rate Database as the text of a tariff. */
export function UrdbButton({ urdb }: { urdb: UrdbFile }) {
  const { t } = useTranslation('billing-market');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look="secondary" size="small" pending={urdb.isPending} onClick={() => input.current?.click()}>
        {t('urdb.open')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={t('urdb.open')}
        tabIndex={-1}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) urdb.open(file);
          event.target.value = '';
        }}
      />
    </>
  );
}
