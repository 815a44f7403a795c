import { CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Tooltip } from '../../ui/tooltip.tsx';

/** A number that no figure of the household holds. Whoever cannot rest on it reads the note below the answer. */
export function Unverified({ children }: { children: string }) {
  const { t } = useTranslation('assistant');
  return (
    <Tooltip text={t('unverified.tip')}>
      <button type="button" className="inline cursor-help text-left figures">
        <span className="underline decoration-dotted decoration-2 underline-offset-4">{children}</span>
        <CircleHelp className="ml-0.5 inline size-3.5 align-[-0.1em] text-ink-soft" aria-hidden />{' '}
        <span className="sr-only">({t('unverified.mark')})</span>
      </button>
    </Tooltip>
  );
}
