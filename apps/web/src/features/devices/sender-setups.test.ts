import { expect, test } from 'vitest';
import { senderSetups, type SetUpSender } from './sender-setups.ts';

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
