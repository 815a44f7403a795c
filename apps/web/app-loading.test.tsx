import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { renderPart } from './testing/render-app.tsx';

test('C2.2 a page that is still loading says Loading...', async () => {
  let letIn = (): void => undefined;
  const page = new Promise<{ default: () => ReactNode }>((resolve) => {
    letIn = () => resolve({ default: () => <h1>Here</h1> });
  });
  // Pages that another test has loaded are there at once.
  vi.resetModules();
  vi.doMock('./pages.ts', () => ({
    pages: { '/slow': {} },
    loadPage: () => page,
    preloadPage: () => undefined,
  }));
  const { AppRoutes } = await import('./app.tsx');
  vi.doUnmock('./pages.ts');
  history.replaceState(null, '', '/slow');
  await renderPart(<AppRoutes />);
  expect(screen.getByText('Loading...')).toBeVisible();
  letIn();
  expect(await screen.findByRole('heading', { level: 1, name: 'Here' })).toBeVisible();
  expect(screen.queryByText('Loading...')).not.toBeInTheDocument();
});
