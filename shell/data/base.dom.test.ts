import { expect, test, vi } from 'vitest';
import { setConfig } from '#apps/web/testing/config.ts';
import type { GivenConfig } from './env.ts';

const path = '/api/hassio_ingress/aB3_-9';

/** As a page that is opened below a path, or at the root, is told of it. */
async function openBelow(base: string, config: GivenConfig = {}) {
  vi.resetModules();
  document.documentElement.dataset['base'] = base;
  setConfig(config);
  history.replaceState(null, '', `${base}/devices?x=1`);
  return { ...(await import('./base.ts')), ...(await import('./env.ts')), ...(await import('./browser-storage.ts')) };
}

test('below a path all is asked for and kept there; the page’s own path is as the router calls it', async () => {
  localStorage.setItem('language', '"en-GB"');
  const page = await openBelow(path, { backendUrl: '', anonKey: 'public' });
  expect([page.atBase('/api/v1/usage'), page.pathHere()]).toEqual([`${path}/api/v1/usage`, '/devices']);
  expect(page.environment().backend?.url).toBe(`${location.origin}${path}`);
  page.store('language', 'hi');
  expect([page.readStored('language'), localStorage.getItem('language')]).toEqual(['hi', '"en-GB"']);
  localStorage.setItem('other', 'person-1');
  page.store('mine', 'person-1');
  page.dropStoredOf('person-1', 'language');
  expect([page.readStored('mine'), localStorage.getItem('other')]).toEqual([null, 'person-1']);
  history.replaceState(null, '', path);
  expect(page.pathHere()).toBe('/');
});

test.each([
  ['https://home.example.org', 'https://home.example.org'],
  ['http://0.0.0.0:8080', `http://${location.hostname}:8080`],
  ['http://[::]:8080', `http://${location.hostname}:8080`],
  ['', location.origin],
])('below a path others are told the service’s own address: %s', async (origin, told) => {
  expect((await openBelow(path, { origin })).outsideOrigin()).toBe(told);
});

test('at the root everything is the origin’s', async () => {
  const page = await openBelow('', { backendUrl: '', anonKey: 'public', origin: 'https://home.example.org' });
  expect([page.atBase('/x'), page.pathHere(), page.ownName('language')]).toEqual(['/x', '/devices', 'language']);
  expect([page.environment().backend?.url, page.outsideOrigin()]).toEqual([location.origin, location.origin]);
});
