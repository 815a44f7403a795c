import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, i18n } from '../../platform/i18n.ts';
import { type Language, languageNames, languages } from '../../platform/language.ts';
import { saveProfile } from '../../platform/save-profile.ts';
import { sessionState } from '../../platform/session.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { Menu } from '../../ui/menu.tsx';
import { notify } from '../../ui/notice.ts';

export function LanguageMenu() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Menu
      label={`${t('language.label')}: ${languageNames[language]}`}
      trigger={
        <>
          <Languages className="size-[18px] text-ink-soft" aria-hidden />
          <span className="uppercase sm:hidden">{language}</span>
          <span className="hidden sm:inline">{languageNames[language]}</span>
        </>
      }
      items={languages.map((choice) => ({
        key: choice,
        label: languageNames[choice],
        lang: choice,
        checked: choice === language,
        onSelect: () => void changeTo(choice),
      }))}
    />
  );
}

async function changeTo(language: Language): Promise<void> {
  await chooseLanguage(language);
  const session = sessionState();
  // Mails follow; that they could not be told changes nothing here.
  if (session.status === 'signed-in') saveProfile(session.user.id, { language }).catch(() => undefined);
  notify(i18n.t('language.changed'), i18n.t('language.setTo', { language: languageNames[language] }));
}
