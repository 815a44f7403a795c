import { useTranslation } from 'react-i18next';
import type { BodyFault } from '#shell/parts/form.tsx';

type Part = 'name' | 'email' | 'phone' | 'topic' | 'subject' | 'message' | 'question';

/** What is wrong with a part, in words. */
export function usePartLabels(most: Partial<Record<Part, number>>) {
  const { t } = useTranslation('contact');
  return <N extends Part>(fault: BodyFault, name: N, parts: Record<N, string>): string => {
    const part: Part = name;
    if (fault === 'tooLong') return t('check.tooLong', { count: parts[name].trim().length - (most[part] ?? 0) });
    if (part === 'topic') return t('form.topic');
    return part === 'email' && fault === 'invalid' ? t('check.emailInvalid') : t(`check.${part}`);
  };
}
