import { BrowserRouter } from 'react-router';
import { AppRoutes } from './app-routes.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Shell } from './shell/shell.tsx';

export function App() {
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <Shell>
          <AppRoutes />
        </Shell>
      </BrowserRouter>
    </ErrorBoundary>
  );
}
