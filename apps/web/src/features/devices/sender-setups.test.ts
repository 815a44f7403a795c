import { expect, test } from 'vitest';
import { brokerSettings, senderSetups, type SetUpSender } from './sender-setups.ts';

const target = { origin: 'https://home.example', token: 'wst_1', meter: 'kitchen-water', utility: 'water' } as const;

test('each setting names this service, this token and this meter', () => {
  for (const name of Object.keys(senderSetups) as SetUpSender[]) {
    const text = senderSetups[name](target);
    for (const part of ['home.example', 'wst_1', 'kitchen-water']) expect(text, name).toContain(part);
  }
});

test('where the address names no port, Home Assistant is told the usual one', () => {
  expect(senderSetups.homeAssistant(target)).toMatch(/port: 443\n {2}ssl: true/);
  expect(senderSetups.homeAssistant({ ...target, origin: 'http://127.0.0.1:8080' })).toMatch(
    /port: 8080\n {2}ssl: false/,
  );
});

test('a device that speaks MQTT is told host, port and token', () => {
  expect(brokerSettings({ origin: 'http://home.example:8080', token: 'wst_1', port: 1883 }).split('\n')).toEqual([
    'Host: home.example',
    'Port: 1883',
    'User: wattershed',
    'Password: wst_1',
  ]);
});
