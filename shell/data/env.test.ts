import { expect, test } from 'vitest';
import { readEnvironment } from './env.ts';

const origin = 'https://home.example';

test('C5.5 the backend needs a URL and a key: what was not given is named', () => {
  expect(readEnvironment('{"anonKey":"k"}', origin)).toMatchObject({ missing: ['backendUrl'], backend: undefined });
  expect(readEnvironment('{"backendUrl":""}', origin)).toMatchObject({ missing: ['anonKey'], backend: undefined });
  expect(readEnvironment('{}', origin).missing).toEqual(['backendUrl', 'anonKey']);
});

test('C5.5 a page whose configuration was never filled in names both, instead of failing', () => {
  expect(readEnvironment('__WATTERSHED_CONFIG__', origin).missing).toEqual(['backendUrl', 'anonKey']);
});

test('an empty backend URL means this origin, another one is kept without its last slash', () => {
  expect(readEnvironment('{"backendUrl":"","anonKey":"k"}', origin).backend?.url).toBe(origin);
  expect(readEnvironment('{"backendUrl":"https://b.example/","anonKey":"k"}', origin).backend?.url).toBe(
    'https://b.example',
  );
});

test('C5.6 the guest domain and how long a guest is kept come from the configuration', () => {
  const given = readEnvironment('{"backendUrl":"","anonKey":"k","guestDomain":"g.example","guestDays":3}', origin);
  expect(given).toMatchObject({ guestDomain: 'g.example', guestDays: 3 });
});
