import { expect, test } from 'vitest';
import { brokerSettings, fillSetUp, senderChoices } from './sources.ts';

const target = { origin: 'https://home.example', token: 'wst_1', meter: 'kitchen-water', utility: 'water' } as const;

test('a recipe is filled with this service, this token and this meter; what it does not know stays', () => {
  const recipe = '{{origin}}/x?{{utility}}={{meter}}\nToken {{token}}\n{{unit}} {{other}}';
  expect(fillSetUp(recipe, target)).toBe('https://home.example/x?water=kitchen-water\nToken wst_1\nL {{other}}');
});

test('where the address names no port, a program is told the usual one', () => {
  const recipe = '{{host}} {{port}} {{secure}}';
  expect(fillSetUp(recipe, target)).toBe('home.example 443 true');
  expect(fillSetUp(recipe, { ...target, origin: 'http://127.0.0.1:8080' })).toBe('127.0.0.1 8080 false');
});

test('what is chosen from: each recipe, and each that is asked', () => {
  const source = { id: 'x', label: 'X', transports: ['push' as const], setUps: [{ name: 'one', text: '1' }] };
  const asked = { id: 'y', label: 'Y', transports: ['poll' as const], setUps: [] };
  const silent = { id: 'z', label: 'Z', transports: ['mqtt' as const], setUps: [] };
  expect(senderChoices({ polls: true, sources: [source, asked, silent] })).toEqual([
    { id: 'one', source, text: '1' },
    { id: 'y', source: asked },
  ]);
});

test('a device that speaks MQTT is told host, port and token', () => {
  expect(brokerSettings({ origin: 'http://home.example:8080', token: 'wst_1', port: 1883 }).split('\n')).toEqual([
    'Host: home.example',
    'Port: 1883',
    'User: wattershed',
    'Password: wst_1',
  ]);
});
