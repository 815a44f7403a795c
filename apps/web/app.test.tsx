import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { storeSession } from './testing/auth-answers.ts';
import { setConfig } from './testing/config.ts';
import { renderApp, renderPart } from './testing/render-app.tsx';
import { ErrorBoundary } from '#shell/frame/error-boundary.tsx';
import { pages } from './pages.ts';

test('C2.1 another path shows the not-found page, with its title and a way home', async () => {
  const { user } = await renderApp('/no/such/page');
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  expect(document.title).toBe('Page not found · Wattershed');
  await user.click(screen.getByRole('link', { name: 'Go to Home' }));
  expect(await screen.findByRole('heading', { level: 1, name: /room by room/ })).toBeVisible();
  expect(location.pathname).toBe('/');
  expect(document.title).toBe('Wattershed');
});

test('C2.1 a visitor is not redirected from the profile, but asked to sign in', async () => {
  const { user } = await renderApp('/profile');
  expect(await screen.findByText('Your profile is yours alone')).toBeVisible();
  expect(location.pathname).toBe('/profile');
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('dialog', { name: 'Sign in' })).toBeVisible();
});

test('C2.4 the navigation names its places, in each language', async () => {
  await renderApp('/no-page', 'es');
  const [nav] = screen.getAllByRole('navigation', { name: 'Principal' });
  if (nav === undefined) throw new Error('no navigation');
  expect(
    within(nav)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Wattershed', 'Inicio', 'Panel', 'Facturas', 'Análisis', 'Dispositivos', 'Comunidad', 'Acerca de']);
  expect(within(nav).getByRole('link', { name: 'Acerca de' })).toHaveAttribute('href', '/#about');
});

test('C2.1 no link of the shell leads to a page that is not there', async () => {
  await renderApp('/no-page');
  const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  // Whose work is in the pages is a file that is made with them.
  const inApp = targets
    .filter((target) => /^\/(?!api\/|licences\.txt)/.test(target))
    .map((target) => target.replace(/[?#].*/, ''));
  expect(inApp.filter((path) => !(path in pages))).toEqual([]);
});

test('C2.6 the footer has its columns, the configured contacts, the year, and whose work is in the pages', async () => {
  await renderApp('/no-page');
  const footer = screen.getByRole('contentinfo');
  const headings = within(footer)
    .getAllByRole('heading')
    .map((heading) => heading.textContent);
  expect(headings).toEqual(['Apps and Extensions', 'Learn', 'Community', 'Company', 'Contact Sales']);
  expect(within(footer).getByRole('link', { name: '+1 202-555-0143' })).toHaveAttribute('href', 'tel:+12025550143');
  expect(within(footer).getByRole('link', { name: '+1 202-555-0178' })).toBeVisible();
  expect(within(footer).getByRole('link', { name: 'hello@example.com' })).toHaveAttribute(
    'href',
    'mailto:hello@example.com',
  );
  expect(within(footer).getByRole('link', { name: 'Wattershed on GitHub' })).toBeVisible();
  expect(within(footer).getByRole('link', { name: 'Discussions' })).toHaveAttribute(
    'href',
    '/community?part=discussions',
  );
  expect(within(footer).getByRole('link', { name: 'Open source, Apache 2.0' })).toHaveAttribute(
    'href',
    '/licences.txt',
  );
  expect(within(footer).getByText(`© ${new Date().getFullYear()} Wattershed`)).toBeVisible();
});

test('C2.7 a page that fails shows what happened, and Reload', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error('the meter cupboard is locked');
  };
  await renderPart(
    <ErrorBoundary inPage>
      <Broken />
    </ErrorBoundary>,
  );
  const screenOfError = screen.getByRole('alert');
  expect(within(screenOfError).getByRole('heading', { level: 1 })).toHaveTextContent('Something went wrong.');
  expect(screenOfError).toHaveTextContent('Unexpected Application Error');
  expect(screenOfError).toHaveTextContent('the meter cupboard is locked');
  expect(within(screenOfError).getByRole('button', { name: 'Reload' })).toBeVisible();
  silent.mockRestore();
});

test('C4.5 C9.1 choosing a language changes the page, is kept, and is told', async () => {
  const { user } = await renderApp('/no-page');
  expect(document.documentElement.lang).toBe('en');
  await user.click(screen.getByRole('button', { name: 'Language: English' }));
  expect(screen.getAllByRole('menuitemradio').map((item) => item.textContent)).toEqual(['English', 'Español', 'हिन्दी']);
  await user.click(screen.getByRole('menuitemradio', { name: 'हिन्दी' }));
  expect(await screen.findByText('पेज नहीं मिला')).toBeVisible();
  expect(document.documentElement.lang).toBe('hi');
  expect(localStorage.getItem('language')).toBe('hi');
  await user.click(screen.getByRole('button', { name: 'भाषा: हिन्दी' }));
  await user.click(screen.getByRole('menuitemradio', { name: 'English' }));
  expect(await screen.findByText('Language changed')).toBeVisible();
  expect(screen.getByText('Interface language set to English')).toBeVisible();
});

test('the language menu is worked by keyboard alone', async () => {
  const { user } = await renderApp('/no-page');
  const button = screen.getByRole('button', { name: 'Language: English' });
  button.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('menuitemradio', { name: 'English' })).toHaveFocus());
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('menuitemradio', { name: 'Español' })).toHaveFocus();
  await user.keyboard('{End}{ArrowDown}');
  expect(screen.getByRole('menuitemradio', { name: 'English' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(button).toHaveFocus();
});

test('C5.5 an incomplete installation says which of its settings is missing', async () => {
  setConfig({ backendUrl: undefined });
  await renderApp('/no-page');
  expect(await screen.findByText(/The backend's URL is missing/)).toBeVisible();
  expect(screen.queryByText(/public key is missing/)).not.toBeInTheDocument();
});

test('C5.6 a guest is told on every page until when they are kept', async () => {
  storeSession({
    id: '5b1e6f0a-0000-4000-8000-000000000002',
    email: 'guest-1@guest.wattershed.invalid',
    displayName: '',
  });
  await renderApp('/no-page');
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(Date.now() + 7 * 86_400_000);
  const [note] = await screen.findAllByText(new RegExp(`kept until ${day}`));
  expect(note).toBeVisible();
});
