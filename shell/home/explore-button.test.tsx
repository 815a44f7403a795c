import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { asha, sessionAnswer } from '#apps/web/testing/auth-answers.ts';
import { setConfig } from '#apps/web/testing/config.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { environment } from '../data/env.ts';
import { startSession } from '../session/arrival.ts';
import { ExploreButton } from './explore-button.tsx';
import { untilDemo } from './until-demo.ts';

let demo: 'being-made' | 'ready';
let asked: string[];
beforeEach(() => {
  demo = 'being-made';
  asked = [];
  setConfig({ demo });
  server.use(
    http.get('*/api/v1/web-config', () => {
      asked.push('config');
      return HttpResponse.json({ ...environment(), backendUrl: '', anonKey: '', demo });
    }),
    http.post('*/auth/v1/signup', () => {
      asked.push('guest');
      return HttpResponse.json(sessionAnswer({ ...asha, email: 'guest-x@guest.wattershed.invalid' }));
    }),
  );
});

/** On a page without the dashboard, which would ask for much. */
const show = async () => {
  history.replaceState(null, '', '/');
  await startSession();
  return renderPart(<ExploreButton preload={() => {}} />);
};
const button = () => screen.findByRole('button', { name: 'Explore the demo household' });

test('a demo that is still being made is waited for, in words; then it opens by itself', async () => {
  const { user } = await show();
  await user.click(await button());
  expect(await screen.findByText(/^The demo household is being made/)).toHaveRole('status');
  expect(await button()).toBeDisabled();
  expect(asked).not.toContain('guest');
  demo = 'ready';
  await vi.waitFor(() => expect(location.pathname).toBe('/dashboard'), { timeout: 10_000 });
  expect(asked.filter((one) => one === 'guest')).toHaveLength(1);
});

test('whoever leaves meanwhile is not waited for', async () => {
  let leave = (): void => {};
  const gone = new Promise<void>((resolve) => (leave = resolve));
  server.use(
    http.get('*/api/v1/web-config', async ({ request }) => {
      asked.push('config');
      request.signal.addEventListener('abort', leave);
      await gone;
      return HttpResponse.error();
    }),
  );
  const { user, unmount } = await show();
  await user.click(await button());
  await vi.waitFor(() => expect(asked).toEqual(['config']), { timeout: 10_000 });
  unmount();
  await gone;
});

test('waiting that is left is no demo that is there, whatever is answered by then', async () => {
  const leaving = new AbortController();
  expect(await untilDemo(leaving.signal, () => leaving.abort())).toBe(false);
  demo = 'ready';
  expect(await untilDemo(leaving.signal, () => {})).toBe(false);
});

test('a page of before, of a demo that is there by now, opens it at once', async () => {
  demo = 'ready';
  const { user } = await show();
  await user.click(await button());
  await vi.waitFor(() => expect(location.pathname).toBe('/dashboard'), { timeout: 10_000 });
  expect(screen.queryByText(/being made/)).toBeNull();
  expect(asked).toEqual(['config', 'guest']);
});

test('one that was there when the page was sent is not asked about', async () => {
  setConfig({ demo: 'ready' });
  const { user } = await show();
  await user.click(await button());
  await vi.waitFor(() => expect(location.pathname).toBe('/dashboard'), { timeout: 10_000 });
  expect(asked).toEqual(['guest']);
});
