import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { setServiceTime } from '../platform/clock.ts';
import { forgetBackend } from '../platform/backend.ts';
import { resetSession } from '../platform/session.ts';
import { closeSignIn } from '../platform/sign-in-request.ts';
import { dismissNotice, noticeStore } from '../ui/notice.ts';
import { setConfig } from './config.ts';
import { server } from './server.ts';

// A busy machine takes its time to load a page; waiting ends as soon as the condition holds.
configure({ asyncUtilTimeout: 30_000 });

// jsdom has no modal dialogs and does not scroll.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
// Each test has a client of its own; the library warns of two in one page.
const warn = console.warn;
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes('Multiple GoTrueClient instances')) warn(...words);
};
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
  setConfig();
  // The service's clock of the test before, of another file even, dates nothing here.
  setServiceTime(new Date().toISOString());
});
afterEach(async () => {
  cleanup();
  closeSignIn();
  for (const { id } of noticeStore.read()) dismissNotice(id);
  await forgetBackend();
  resetSession();
  server.resetHandlers();
});
afterAll(() => server.close());
