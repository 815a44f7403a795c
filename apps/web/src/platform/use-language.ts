import { useTranslation } from 'react-i18next';
import { defaultLanguage, type Language, toLanguage } from './language.ts';

export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return toLanguage(i18n.resolvedLanguage) ?? defaultLanguage;
}
