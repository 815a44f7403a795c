import { useEffect } from 'react';
import { chosenLanguage, showInLanguage } from '#shell/text/i18n.ts';
import { useProfile } from './profile-query.ts';

/** Where nothing was chosen in this browser, the profile's language is shown. */
export function ProfileLanguage() {
  const language = useProfile().data?.language;
  useEffect(() => {
    if (language !== undefined && chosenLanguage() === undefined) void showInLanguage(language);
  }, [language]);
  return null;
}
