import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notice.ts';

const shownForMs = 2000;

export interface CopyButtonProps {
  text: string;
  /** What is copied, for those who do not see what stands beside it. */
  label: string;
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const { t } = useTranslation('assistant-tokens');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownForMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => notify(t('copyFailed'), t('copyByHand'), 'alert'),
    );
  const Icon = copied ? Check : Copy;
  return (
    <Button
      look="secondary"
      size="small"
      className="shrink-0"
      aria-label={label}
      icon={<Icon className="size-4" aria-hidden />}
      onClick={copy}
    >
      <span aria-live="polite">{copied ? t('copied') : t('copy')}</span>
    </Button>
  );
}
