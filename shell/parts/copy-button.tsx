import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/notices/notice.ts';

const shownForMs = 2000;

/** Puts a text into the clipboard; false where the browser does not let it. */
export async function putIntoClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** `copied` is true for the moment in which to say so. */
export function useCopy(text: string) {
  const { t } = useTranslation('copy');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownForMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await putIntoClipboard(text)) setCopied(true);
    else notify(t('failed'), t('byHand'), 'alert');
  };
  return { copied, copy: () => void copy() };
}

interface CopyButtonProps {
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
