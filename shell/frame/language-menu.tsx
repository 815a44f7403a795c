import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Language, languageFacts, languageIds } from '#catalogue/index.ts';
import { sessionState, useSession } from '../session/session.ts';
import { chooseLanguage, i18n, useLanguage } from '../text/i18n.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { notify } from '../ui/notices/notice.ts';

/** In the header; on a phone of who is signed in the bell has its place, and the languages stand in the account's menu. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const language = useLanguage();
  const items = useLanguageItems();
  const isSignedIn = useSession().status === 'signed-in';
  return (
    <div className={isSignedIn ? 'max-sm:hidden' : undefined}>
      <Menu
        label={`${t('language.label')}: ${languageFacts(language).name}`}
        trigger={
          <>
            <Languages className="size-[18px] text-ink-soft" aria-hidden />
            <span className="sm:hidden">{languageFacts(language).shortName}</span>
            <span className="hidden sm:inline">{languageFacts(language).name}</span>
          </>
        }
        items={items}
      />
    </div>
  );
}

export function useLanguageItems(): MenuItem[] {
  const language = useLanguage();
  return languageIds.map((choice) => ({
    key: choice,
    label: languageFacts(choice).name,
    lang: choice,
    checked: choice === language,
    onSelect: () => void changeTo(choice),
  }));
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
  const { saveProfile } = await import('../session/save-profile.ts');
  await saveProfile(session.user.id, { language }).catch(() => undefined);
}
