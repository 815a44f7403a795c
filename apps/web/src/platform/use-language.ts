import { defaultLanguage, type Language, toLanguage } from '@wattershed/catalogue';
import { useTranslation } from 'react-i18next';

export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return toLanguage(i18n.resolvedLanguage) ?? defaultLanguage;
}
