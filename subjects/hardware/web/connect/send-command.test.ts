import { readingsBody } from '#subjects/readings/contract/readings.ts';
import { expect, test } from 'vitest';
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
