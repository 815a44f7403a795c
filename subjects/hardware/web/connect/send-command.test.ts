import { expect, test } from 'vitest';
import { readingsBody } from '#subjects/readings/contract/readings.ts';
import { brokerSettings, fillSetUp, senderChoices } from '../sources.ts';
import { exampleBody, sendCommand } from './program-setup.tsx';

const example = {
  origin: 'https://home.example',
  token: 'wst_1',
  meter: 'kitchen-electricity',
  value: 12_345,
  at: new Date('2026-11-20T17:00:00.123Z'),
};

test('the bodies are what the service takes', () => {
  for (const form of ['counter', 'interval'] as const) {
    expect(readingsBody.safeParse(JSON.parse(exampleBody({ ...example, form }))).success).toBe(true);
  }
  expect(JSON.parse(exampleBody({ ...example, form: 'interval' }))).toEqual({
    readings: [
      { meter: 'kitchen-electricity', from: '2026-11-20T16:45:00Z', to: '2026-11-20T17:00:00Z', value: 12_345 },
    ],
  });
});

test('the command for a terminal names this service, this token and this meter', () => {
  expect(sendCommand({ ...example, form: 'counter' }, 'posix')).toBe(
    [
      "curl -X POST 'https://home.example/api/v1/readings' \\",
      "  -H 'Authorization: Bearer wst_1' \\",
      "  -H 'Content-Type: application/json' \\",
      '  -d \'{"readings":[{"meter":"kitchen-electricity","at":"2026-11-20T17:00:00Z","value":12345}]}\'',
    ].join('\n'),
  );
  expect(sendCommand({ ...example, form: 'counter' }, 'powershell')).toContain(
    "Headers @{ Authorization = 'Bearer wst_1' }",
  );
});

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
  const source = {
    id: 'x',
    label: 'X',
    transports: ['push' as const],
    hasKey: false,
    setUps: [{ name: 'one', text: '1' }],
    unsure: [],
  };
  const asked = { id: 'y', label: 'Y', transports: ['poll' as const], hasKey: false, setUps: [], unsure: [] };
  const silent = { id: 'z', label: 'Z', transports: ['mqtt' as const], hasKey: false, setUps: [], unsure: [] };
  expect(senderChoices({ polls: true, sources: [source, asked, silent], pulls: [] })).toEqual([
    { id: 'one', source, text: '1' },
    { id: 'y', source: asked },
  ]);
});

test('a device that speaks MQTT is told host, port and token', () => {
  const home = { origin: 'http://home.example:8080', token: 'wst_1' };
  expect(brokerSettings({ ...home, port: 8883, isSecure: true })).toContain('Port: 8883\nTLS: on\n');
  expect(brokerSettings({ ...home, port: 1883, isSecure: false }).split('\n')).toEqual([
    'Host: home.example',
    'Port: 1883',
    'User: wattershed',
    'Password: wst_1',
  ]);
});
