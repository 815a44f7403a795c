import { defaultLanguage } from '@wattershed/catalogue';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { startProvider } from '../platform/auth.ts';
import { loadFontOf } from '../platform/script-fonts.ts';
import { chosenLanguage, startI18n } from '../platform/i18n.ts';
import { keepInstallOffer } from '../platform/install-offer.ts';
import { takeInvitation } from '../platform/invitation-token.ts';
import { startSession } from '../platform/session.ts';
import { forceLightTheme } from '../platform/theme.ts';
import { App } from './app.tsx';
import { followVisits } from './follow-visits.ts';
import { forgetOnLeaving } from './forget-on-leaving.ts';
import { preloadPage } from './pages.ts';
import './styles.css';

takeInvitation();
forceLightTheme();
const font = loadFontOf(chosenLanguage() ?? defaultLanguage);
preloadPage(location.pathname);
followVisits();
forgetOnLeaving();
keepInstallOffer();
void startSession().then(startProvider);
await Promise.all([startI18n(['shell']), font]);

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
// In small pieces of work: a slow phone stays able to answer a touch meanwhile.
startTransition(() => createRoot(root).render(<App />));

// What comes after the page: it must not take the network from what is shown first.
// Without a network there is none to prepare for the loss of: the next opening does it.
const prepareOffline = () => import('./offline/start-offline.ts').then((m) => m.startOffline()).catch(() => undefined);
const afterLoad = () => setTimeout(() => void prepareOffline(), 500);
if (document.readyState === 'complete') afterLoad();
else addEventListener('load', afterLoad, { once: true });
