import { expect, test } from 'vitest';
import { tellThroughKills } from './testing-kills.ts';

test('C1.4 three kills while notices are told: each is told once by each way, under one id', async () => {
  const told = await tellThroughKills(3, 4);
  expect(told).toMatchObject({ distinct: { push: 24, webhook: 24 }, doubled: 0, missing: 0 });
  expect(told.killsWhileSending).toBeGreaterThan(0);
}, 120_000);
