import { createRoot } from 'react-dom/client';
import { chosenLanguage, startI18n } from '../platform/i18n.ts';
import { startSession } from '../platform/session.ts';
import { forceLightTheme } from '../platform/theme.ts';
import { App } from './app.tsx';
import { followVisits } from './follow-visits.ts';
import { preloadPage } from './pages.ts';
import { preloadDevanagari } from './preload-devanagari.ts';
import './styles.css';

forceLightTheme();
if (chosenLanguage() === 'hi') preloadDevanagari();
preloadPage(location.pathname);
followVisits();
void startSession();
await startI18n(['shell']);

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
createRoot(root).render(<App />);
