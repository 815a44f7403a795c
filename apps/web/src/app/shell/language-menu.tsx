import { type Language, languageFacts, languageIds } from '@wattershed/catalogue';
import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, i18n } from '../../platform/i18n.ts';
import { sessionState } from '../../platform/session.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { Menu } from '../../ui/menu.tsx';
import { notify } from '../../ui/notice.ts';

export function LanguageMenu() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Menu
      label={`${t('language.label')}: ${languageFacts(language).name}`}
      trigger={
        <>
          <Languages className="size-[18px] text-ink-soft" aria-hidden />
          <span className="sm:hidden">{languageFacts(language).shortName}</span>
          <span className="hidden sm:inline">{languageFacts(language).name}</span>
        </>
      }
      items={languageIds.map((choice) => ({
        key: choice,
        label: languageFacts(choice).name,
        lang: choice,
        checked: choice === language,
        onSelect: () => void changeTo(choice),
      }))}
    />
  );
}

async function changeTo(language: Language): Promise<void> {
  await chooseLanguage(language);
  void tellProfile(language);
  notify(i18n.t('language.changed'), i18n.t('language.setTo', { language: languageFacts(language).name }));
}

/** Mails follow the choice; that they could not be told changes nothing on screen. */
async function tellProfile(language: Language): Promise<void> {
  const session = sessionState();
  if (session.status !== 'signed-in') return;
  const { saveProfile } = await import('../../platform/save-profile.ts');
  await saveProfile(session.user.id, { language }).catch(() => undefined);
}
