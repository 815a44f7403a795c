import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderApp } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { keepInstallOffer } from './install-offer.ts';

test('the account menu installs Wattershed while the browser offers it, and only then', async () => {
  server.use(
    http.get('*/rest/v1/administrators', () => HttpResponse.json([])),
    http.get('*/rest/v1/household_members', () => HttpResponse.json([])),
  );
  keepInstallOffer();
  storeSession();
  const { user } = await renderApp('/no-page');
  const openMenu = async () => user.click(await screen.findByRole('button', { name: /^Account/ }));
  await openMenu();
  expect(screen.queryByRole('menuitem', { name: 'Install Wattershed' })).not.toBeInTheDocument();
  const prompt = vi.fn<() => Promise<void>>(async () => undefined);
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  window.dispatchEvent(offer);
  expect(offer.defaultPrevented).toBe(true);
  await user.click(await screen.findByRole('menuitem', { name: 'Install Wattershed' }));
  expect(prompt).toHaveBeenCalledOnce();
  await openMenu();
  expect(screen.queryByRole('menuitem', { name: 'Install Wattershed' })).not.toBeInTheDocument();
});
