import { useTranslation } from 'react-i18next';

/** Null is somebody who left, an empty name a member who gave none. */
export function useAuthorName(): (name: string | null) => string {
  const { t } = useTranslation('community');
  return (name) => (name === null ? t('author.left') : name === '' ? t('author.unnamed') : name);
}
