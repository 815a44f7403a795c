import { languageFacts, languageIds } from '#catalogue/index.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { signOut } from '../session/auth.ts';
import { chooseLanguage, wordsIn } from '../text/i18n.ts';
import { type SessionState, useSession } from '../session/session.ts';
import { askToSignIn } from '../session/sign-in-request.ts';
import type { SearchEntry } from './search-entry.ts';

const places = {
  home: '/',
  dashboard: '/dashboard',
  billing: '/billing',
  devices: '/devices',
  connect: '/devices/connect',
  import: '/devices/import',
  analytics: '/analytics',
  community: '/community',
  contact: '/contact',
  health: '/health',
  profile: '/profile',
  about: '/#about',
} as const;

type Named = Record<string, { title: string; words: string }>;
interface Words {
  pages: Named;
  actions: Named;
}

/** The pages, and what can be done from anywhere; found by their names in every language. */
export function usePageEntries(): SearchEntry[] {
  const { t } = useTranslation('search');
  const session = useSession();
  const navigate = useNavigate();
  const words = useWords();
  const names = (kind: keyof Words, key: string) =>
    words.flatMap((language) => [language[kind][key]?.title ?? '', language[kind][key]?.words ?? '']);
  const pages = Object.entries(places).map(([key, to]) => ({
    id: `page-${key}`,
    group: 'pages' as const,
    title: t(`pages.${key as keyof typeof places}.title`),
    words: names('pages', key),
    choose: { to },
  }));
  const action = (key: ActionKey, run: () => void): SearchEntry => ({
    id: `action-${key}`,
    group: 'actions',
    title: t(`actions.${key}.title`),
    words: names('actions', key),
    choose: { run },
  });
  const choices = languageIds.map((language) => ({
    id: `language-${language}`,
    group: 'actions' as const,
    title: t('actions.language.title', { language: languageFacts(language).name }),
    words: names('actions', 'language'),
    choose: { run: () => void chooseLanguage(language) },
  }));
  return [...pages, ...actionsOf(session, action, (to) => void navigate(to)), ...choices];
}

type ActionKey = 'signIn' | 'signUp' | 'signOut' | 'addDevice' | 'password';

function actionsOf(
  session: SessionState,
  action: (key: ActionKey, run: () => void) => SearchEntry,
  go: (to: string) => void,
): SearchEntry[] {
  if (session.status !== 'signed-in')
    return [action('signIn', () => askToSignIn('sign-in')), action('signUp', () => askToSignIn('sign-up'))];
  const own = [action('addDevice', () => go('/devices?add')), action('signOut', () => void signOut('local'))];
  return session.user.isGuest ? own : [...own, action('password', () => go('/profile#password'))];
}

function useWords(): Words[] {
  const [words, setWords] = useState<Words[]>([]);
  useEffect(() => {
    void Promise.all(languageIds.map((language) => wordsIn<Words>(language, 'search'))).then(setWords);
  }, []);
  return words;
}
