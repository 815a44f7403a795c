import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/household.ts';
import { FileDrop } from '../file-drop.tsx';
import { mostFileBytes } from './market-api.ts';
import type { OpenedFile } from './market-file-words.ts';

export interface MarketFileDropProps {
  file: OpenedFile | undefined;
  error: string | undefined;
  isPending: boolean;
  onFile: (file: OpenedFile | undefined) => void;
}

/** Where a file of prices or colours is chosen; its text is read at once, as it says what else is to be asked. */
export function MarketFileDrop({ file, error, isPending, onFile }: MarketFileDropProps) {
  const { t } = useTranslation('billing-market');
  const format = useFormat();
  const [isUnreadable, setUnreadable] = useState(false);
  const open = async (given: File | undefined) => {
    const text = await given?.text().catch(() => undefined);
    setUnreadable(given !== undefined && text === undefined);
    onFile(given === undefined || text === undefined ? undefined : { name: given.name, text });
  };
  return (
    <FileDrop
      chosen={file?.name}
      words={{
        choose: t('file.choose'),
        chooseOther: t('file.chooseOther'),
        limits: t('file.limits', { size: format.bytes(mostFileBytes) }),
        tooLarge: (size) => t('file.tooLarge', { size, most: format.bytes(mostFileBytes) }),
      }}
      mostBytes={mostFileBytes}
      accept=".json,.csv,.txt,.tsv,application/json,text/csv,text/plain"
      error={isUnreadable ? t('file.unreadable') : error}
      isPending={isPending}
      onFile={(given) => void open(given)}
    />
  );
}
