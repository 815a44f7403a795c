import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../ui/notices/notice.ts';

const shownForMs = 2000;

/** Puts a text into the clipboard; `copied` is true for the moment in which to say so. */
export function useCopy(text: string) {
  const { t } = useTranslation('copy');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownForMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      notify(t('failed'), t('byHand'), 'alert');
    }
  };
  return { copied, copy: () => void copy() };
}
