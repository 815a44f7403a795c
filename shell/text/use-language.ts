import { defaultLanguage, type Language, toLanguage } from '#catalogue/index.ts';
import { useTranslation } from 'react-i18next';

export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return toLanguage(i18n.resolvedLanguage) ?? defaultLanguage;
}
