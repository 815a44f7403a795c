import { expect, test } from 'vitest';
import { tellThroughKills } from './testing-kills.ts';

test('C1.4 twenty kills while notices are told: each is told once by each way, under one id', async () => {
  const told = await tellThroughKills(20, 4);
  console.log(`twenty kills: ${JSON.stringify(told)}`);
  expect(told).toMatchObject({ distinct: { push: 160, webhook: 160 }, doubled: 0, missing: 0 });
  expect(told.killsWhileSending).toBeGreaterThan(5);
}, 600_000);
