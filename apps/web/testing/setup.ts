import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { setServiceTime } from '#shell/parts/clock.ts';
import { forgetBackend } from '#shell/data/backend.ts';
import { resetSession } from '#shell/session/arrival.ts';
import { closeSignIn } from '#shell/session/session-prompts.ts';
import { dismissNotice, noticeStore } from '#shell/ui/notices/notice.ts';
import { setConfig } from './config.ts';
import { server } from './server.ts';

// A busy machine takes its time to load a page; waiting ends as soon as the condition holds.
configure({ asyncUtilTimeout: 60_000 });

// What a click brings by itself (a form that is checked) React renders in tasks of its own, effects in one more; a busy machine
// may begin them later than a timer of 0 ms. A test looks when they are done.
const ofLibrary = getConfig();
const nextTask = setImmediate;
/** A check, what it shows, and its effects, twice. */
const tasksToRender = 6;
configure({
  asyncWrapper: (act) =>
    ofLibrary.asyncWrapper(async () => {
      const result = await act();
      for (let task = 0; task < tasksToRender; task++) await new Promise<void>((resolve) => nextTask(resolve));
      return result;
    }),
});

// jsdom has no modal dialogs and does not scroll.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
// jsdom looks through the whole page for the control of each label, and does so for each control whose labels are asked for: of a
// large form that was half of a test's time. Here the page is looked through once, until it changes.
const labelable = 'button, input:not([type=hidden]), meter, output, progress, select, textarea';
const makers = [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLMeterElement,
  HTMLOutputElement,
  HTMLProgressElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
];

let knownLabels: Map<Element, HTMLLabelElement[]> | undefined;
const forgetLabels = () => {
  knownLabels = undefined;
};
const pageChanges = new MutationObserver(forgetLabels);
pageChanges.observe(document, {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ['for', 'id', 'type'],
});

function controlOf(label: HTMLLabelElement): Element | null {
  if (!label.hasAttribute('for')) return label.querySelector(labelable);
  const named = document.getElementById(label.htmlFor);
  return named?.matches(labelable) ? named : null;
}

function labelsByControl(): Map<Element, HTMLLabelElement[]> {
  const found = new Map<Element, HTMLLabelElement[]>();
  for (const label of document.querySelectorAll('label')) {
    const control = controlOf(label);
    if (control) found.set(control, [...(found.get(control) ?? []), label]);
  }
  return found;
}

for (const { prototype } of makers)
  Object.defineProperty(prototype, 'labels', {
    get(this: Element) {
      // What has changed since is told in a task of its own: asked for here, it counts at once.
      if (pageChanges.takeRecords().length > 0) forgetLabels();
      knownLabels ??= labelsByControl();
      return knownLabels.get(this) ?? [];
    },
  });

// Each test has a client of its own; the library warns of two in one page.
const warn = console.warn;
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes('Multiple GoTrueClient instances')) warn(...words);
};
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

/** Requests without an answer yet: what one brings late (a session that is refused) would befall the next test. */
const underWay = new Set<string>();
server.events.on('request:start', ({ requestId }) => underWay.add(requestId));
server.events.on('request:end', ({ requestId }) => underWay.delete(requestId));
/** A body, what follows from it, and what is stored then, several times over. */
const tasksToSettle = 30;
/** A test may leave one that is never answered. */
const maxWaitMs = 5_000;

async function untilAnswered(): Promise<void> {
  const until = Date.now() + maxWaitMs;
  while (underWay.size > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
  underWay.clear();
  // What an answer says is read and thought about after it has come: that a session has ended would befall the next test's, whose token reads alike.
  for (let task = 0; task < tasksToSettle; task++) await new Promise<void>((resolve) => nextTask(resolve));
}

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
  await untilAnswered();
  await forgetBackend();
  resetSession();
  server.resetHandlers();
});
afterAll(() => server.close());
