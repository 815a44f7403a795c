import { BrowserRouter } from 'react-router';
import { SessionProvider } from '../platform/session-provider.tsx';
import { AppRoutes } from './app-routes.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Shell } from './shell/shell.tsx';

export function App() {
  return (
    <ErrorBoundary>
      <SessionProvider>
        <BrowserRouter>
          <Shell>
            <AppRoutes />
          </Shell>
        </BrowserRouter>
      </SessionProvider>
    </ErrorBoundary>
  );
}
