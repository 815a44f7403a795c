import type { Language } from '#catalogue/index.ts';
import { render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { App } from '../app.tsx';
import { i18n, startI18n } from '#shell/text/i18n.ts';
import { startSession } from '#shell/session/arrival.ts';
import { SessionProvider } from '#shell/session/session-provider.tsx';

let started: Promise<void> | undefined;

const files = Object.keys(
  import.meta.glob([
    '../../../locales/en/*.json',
    '!../../../locales/*/{lexicon,mails,pdf,replies,sayings,terms}.json',
  ]),
);
const namespaces = files.map((file) => file.slice(file.lastIndexOf('/') + 1, -'.json'.length));

/**
 * All words in English, or another language; every test begins anew with it. A part that came upon words that are not there would
 * hide what is shown until they are; that a page has its own before it is shown is told by pages.test.ts.
 */
export async function startLanguage(language: Language): Promise<void> {
  started ??= startI18n(namespaces).then(() => {
    i18n.options.missingInterpolationHandler = (text, [written]) => {
      console.error(`"${text}" lacks its ${written}`);
      return '';
    };
  });
  await started;
  await i18n.changeLanguage(language);
}

/** The whole app, as main.tsx starts it, at a path. */
export async function renderApp(path: string, language: Language = 'en') {
  history.replaceState(null, '', path);
  await startLanguage(language);
  await startSession();
  return { user: userEvent.setup(), ...render(<App />) };
}

/** One part, within a router. */
export async function renderPart(part: ReactNode, language: Language = 'en') {
  await startLanguage(language);
  return { user: userEvent.setup(), ...render(<BrowserRouter>{part}</BrowserRouter>, { wrapper: SessionProvider }) };
}

/** Headings of what is still loading are on the page already. */
export const untilLoaded = () =>
  waitFor(() => {
    if (document.querySelector('[aria-busy="true"]') !== null)
      throw new Error('something on the page is still loading');
  });
