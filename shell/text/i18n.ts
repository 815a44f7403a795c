import font from '@fontsource-variable/anek-devanagari/files/anek-devanagari-devanagari-wght-normal.woff2?url';
import i18next, { type BackendModule, type ResourceKey } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { defaultLanguage, type Language, languageFacts, languageIds, toLanguage } from '#catalogue/index.ts';
import { readStored, store } from '../data/browser-storage.ts';
import { atBase, pathHere } from '../data/base.ts';

/** In a build: the folder with one small file for each language and subject. Without one they are read from where they are kept. */
const built = import.meta.env.BUILT_WORDS;
// Not those that the service alone says; a build leaves out the same (`apps/web/build/page-files.ts`).
const files = import.meta.env.BUILT_WORDS
  ? {}
  : import.meta.glob<ResourceKey>(
      ['../../locales/*/*.json', '!../../locales/*/{demo,lexicon,mails,pdf,replies,sayings,terms}.json'],
      {
        import: 'default',
      },
    );

/** Asked for when a page first needs them. Fails where there are none, or they do not come. */
async function fetchWords(language: string, namespace: string): Promise<ResourceKey> {
  if (built !== undefined) {
    const file = (await import(/* @vite-ignore */ atBase(`${built}/${language}/${namespace}.js`))) as {
      default: ResourceKey;
    };
    return file.default;
  }
  const load = files[`../../locales/${language}/${namespace}.json`];
  if (load === undefined) throw new Error(`no ${namespace} in ${language}`);
  return load();
}

const fileBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    fetchWords(language, namespace).then(
      (words) => done(null, words),
      (error: unknown) => done(error as Error, null),
    );
  },
};

export const i18n = i18next;

const storageKey = 'language';

/** A namespace's words in a language that is not shown: the search finds things by any of their names. */
export async function wordsIn<T>(language: Language, namespace: string): Promise<T> {
  return (await fetchWords(language, namespace)) as T;
}

/** A screen on a wall says its language in its address; any other page has this browser's own choice, never guessed from its settings. */
export function chosenLanguage(): Language | undefined {
  const said = pathHere() === '/wall' ? new URLSearchParams(location.search).get('language') : null;
  return toLanguage(said) ?? toLanguage(readStored(storageKey));
}

let begin = (): void => undefined;
const begun = new Promise<void>((resolve) => {
  begin = resolve;
});

/** Fails where a file did not come. */
export async function loadWords(namespaces: readonly string[]): Promise<void> {
  await begun;
  await i18n.loadNamespaces([...namespaces]);
  const missing = namespaces.find((namespace) => !i18n.hasResourceBundle(i18n.language, namespace));
  if (missing !== undefined) throw new Error(`no words of ${missing}`);
}

export async function startI18n(firstNamespaces: readonly string[]): Promise<void> {
  showLanguage(chosenLanguage() ?? defaultLanguage);
  i18n.on('languageChanged', (language) => showLanguage(toLanguage(language) ?? defaultLanguage));
  await i18n
    .use(fileBackend)
    .use(initReactI18next)
    .init({
      lng: chosenLanguage() ?? defaultLanguage,
      fallbackLng: false,
      supportedLngs: languageIds,
      ns: [...firstNamespaces],
      defaultNS: 'shell',
      interpolation: { escapeValue: false },
      // The browser answers a file that did not come once as missing for as long as the page is open.
      maxRetries: 0,
    });
  begin();
}

/** Loads what is on screen in the new language, then switches, so that nothing flashes. */
export async function showInLanguage(language: Language): Promise<void> {
  await loadFontOf(language);
  await i18n.changeLanguage(language);
}

/** A choice made by the person in this browser: it is kept, and beats the profile's. */
export async function chooseLanguage(language: Language): Promise<void> {
  store(storageKey, language);
  await showInLanguage(language);
}

function showLanguage(language: Language): void {
  document.documentElement.lang = language;
}

/** As long as a browser itself would wait for a font. */
const patienceMs = 3_000;

let loading: Promise<unknown> | undefined;

/** A Hindi page asks for its font at once and is shown with it: what is set in another one first moves when it comes. */
async function loadDevanagari(): Promise<void> {
  if (!('fonts' in document)) return;
  if (loading === undefined) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', href: font, crossOrigin: 'anonymous' });
    document.head.append(link);
    // Without it the page is shown all the same.
    loading = document.fonts.load('1em "Anek Devanagari Page"', 'अ').catch(() => undefined);
  }
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

/** Latin letters are there with the page. */
export async function loadFontOf(language: Language): Promise<void> {
  if (languageFacts(language).script === 'devanagari') await loadDevanagari();
}

export function useLanguage(): Language {
  const { i18n: inUse } = useTranslation();
  return toLanguage(inUse.resolvedLanguage) ?? defaultLanguage;
}
