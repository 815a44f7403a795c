import { defaultLanguage } from '#catalogue/index.ts';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { startProvider } from '#shell/session/auth.ts';
import { chosenLanguage, loadFontOf, startI18n } from '#shell/text/i18n.ts';
import { endFirstLoad } from '#shell/parts/first-load.ts';
import { keepInstallOffer } from '#shell/parts/install-offer.ts';
import { takeInvitation } from '#shell/session/invitation-token.ts';
import { sessionState, subscribeSession } from '#shell/session/session.ts';
import { startSession } from '#shell/session/arrival.ts';
import { forceLightTheme } from '#shell/parts/theme.ts';
import { App } from './app.tsx';
import { firstPage } from './pages.ts';
import './styles.css';
import { keptFor } from '#shell/session/kept-for.ts';
import { pathHere } from '#shell/data/base.ts';

takeInvitation();
forceLightTheme();
const font = loadFontOf(chosenLanguage() ?? defaultLanguage);
followVisits();
forgetOnLeaving();
keepInstallOffer();
void startSession().then(startProvider);
void show();

// What comes after the page: it must not take the network from what is shown first.
// Without a network there is none to prepare for the loss of: the next opening does it.
const startOutbox = () => import('./outbox-kinds.ts').then((m) => m.startOutbox());
const prepareOffline = () =>
  import('#shell/offline/start-offline.ts').then((m) => m.startOffline(startOutbox)).catch(() => undefined);
const afterLoad = () => {
  setTimeout(() => void prepareOffline(), 500);
  setTimeout(endFirstLoad, 10_000);
};
addEventListener('pointerdown', endFirstLoad, { once: true });
if (document.readyState === 'complete') afterLoad();
else addEventListener('load', afterLoad, { once: true });

/** Not awaited by the module itself: the page's own file imports what stands in this one, and would wait for its end. */
async function show(): Promise<void> {
  const [first] = await Promise.all([firstPage(pathHere()), startI18n(['shell']), font]);
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no #root');
  // In small pieces of work: a slow phone stays able to answer a touch meanwhile.
  startTransition(() => createRoot(root).render(<App first={first} />));
}

/** Tells the service once for each person and page; a visitor's page does not even load how. */
function followVisits(): void {
  let told: string | undefined;
  subscribeSession(() => {
    const session = sessionState();
    if (session.status !== 'signed-in' || session.user.id === told) return;
    told = session.user.id;
    import('#shell/session/remember-visit.ts').then(
      ({ rememberVisit }) => rememberVisit(),
      () => undefined,
    );
  });
}

/** What is kept for one person goes as soon as it is certain that somebody else, or nobody, is signed in. */
function forgetOnLeaving(): void {
  const check = () => {
    const session = sessionState();
    const owner = keptFor();
    if (session.status === 'loading' || owner === null) return;
    if (session.status === 'signed-in' && session.user.id === owner) return;
    const hasEnded = session.status === 'signed-out' && session.hasEnded === true;
    import('#shell/offline/forget-kept.ts').then(
      (kept) => (hasEnded ? kept.forgetAnswers() : kept.forgetKept(owner)),
      // The next opening finds it, and lets it go.
      () => undefined,
    );
  };
  subscribeSession(check);
  check();
}
