import type { Language } from '@wattershed/catalogue';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { App } from '../app/app.tsx';
import { i18n, startI18n } from '../platform/i18n.ts';
import { startSession } from '../platform/session.ts';
import { SessionProvider } from '../platform/session-provider.tsx';

let started: Promise<void> | undefined;

/** The words of these features in English, or another language; every test begins anew with it. */
export async function startLanguage(language: Language, namespaces: readonly string[]): Promise<void> {
  started ??= startI18n(['shell']);
  await started;
  await i18n.loadNamespaces([...namespaces]);
  await i18n.changeLanguage(language);
}

/** The whole app, as main.tsx starts it, at a path. */
export async function renderApp(path: string, language: Language = 'en') {
  history.replaceState(null, '', path);
  await startLanguage(language, ['account', 'errors', 'home']);
  await startSession();
  return { user: userEvent.setup(), ...render(<App />) };
}

/** One part, within a router. */
export async function renderPart(part: ReactNode, namespaces: readonly string[], language: Language = 'en') {
  await startLanguage(language, namespaces);
  return { user: userEvent.setup(), ...render(<BrowserRouter>{part}</BrowserRouter>, { wrapper: SessionProvider }) };
}
