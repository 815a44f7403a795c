import { useTranslation } from 'react-i18next';
import type { Problem } from './check-message.ts';

/** What is wrong with a part, in words. */
export function useProblemWords() {
  const { t } = useTranslation('contact');
  return (part: 'name' | 'email' | 'phone' | 'subject' | 'message' | 'question', problem: Problem | undefined) => {
    if (problem === undefined) return undefined;
    if (typeof problem === 'object') return t('check.tooLong', { count: problem.tooLong });
    return part === 'email' && problem === 'invalid' ? t('check.emailInvalid') : t(`check.${part}`);
  };
}
