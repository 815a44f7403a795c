import { Check, Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useCopy } from '../../platform/use-copy.ts';

/** The name under which hardware sends; pressed, it is in the clipboard. */
export function MeterKey({ meterKey }: { meterKey: string }) {
  const { t } = useTranslation('devices');
  const { t: said } = useTranslation('copy');
  const { copied, copy } = useCopy(meterKey);
  const Icon = copied ? Check : Copy;
  return (
    <Tooltip text={t('row.keyMeaning')}>
      <button
        type="button"
        aria-label={copied ? said('done') : t('row.copyKey', { key: meterKey })}
        className="relative inline-flex max-w-full items-center gap-1.5 rounded-[6px] border border-line bg-paper px-2 py-0.5 text-small after:absolute after:-inset-y-2 after:inset-x-0 hover:border-ink-soft/50"
        onClick={copy}
      >
        <code className="truncate">{meterKey}</code>
        <Icon className="size-3.5 shrink-0 text-ink-soft" aria-hidden />
      </button>
    </Tooltip>
  );
}
