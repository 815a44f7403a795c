import { useMemo } from 'react';
import { createFormat, type Format, regionalOf } from '../text/format.ts';
import { useLanguage } from '../text/use-language.ts';

/** Home knows no household: figures are written as the language does. */
export function useStaticFormat(): Format {
  const language = useLanguage();
  return useMemo(() => createFormat(language, regionalOf(null)), [language]);
}
