import { Check, Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { useCopy } from './use-copy.ts';

export interface CopyButtonProps {
  text: string;
  /** What is copied, for those who do not see what stands beside it. */
  label: string;
  look?: 'primary' | 'secondary' | 'quiet';
}

export function CopyButton({ text, label, look = 'secondary' }: CopyButtonProps) {
  const { t } = useTranslation('copy');
  const { copied, copy } = useCopy(text);
  const Icon = copied ? Check : Copy;
  return (
    <Button
      look={look}
      size="small"
      className="shrink-0"
      aria-label={label}
      icon={<Icon className="size-4" aria-hidden />}
      onClick={copy}
    >
      <span aria-live="polite">{copied ? t('done') : t('copy')}</span>
    </Button>
  );
}
