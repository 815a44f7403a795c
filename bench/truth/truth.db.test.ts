import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTruthService, type TruthService } from './doors.ts';
import { madeFiles } from './made-files.ts';
import { madeMessages } from './made-messages.ts';
import { tryOut } from './table.ts';

let service: TruthService;
beforeAll(async () => {
  service = await startTruthService();
});
afterAll(() => service.stop());

test.each([...madeFiles(), ...madeMessages()].map((trial) => [trial.name, trial] as const))(
  'is counted as it is: %s',
  async (_name, trial) => {
    const rows = await tryOut(service, trial);
    expect(rows.filter(({ isTrue }) => !isTrue)).toEqual([]);
  },
);

test('a figure that is another than the expected one is wrong, and so is one that nobody expected', async () => {
  const file = 'time,kitchen_kwh\n2026-05-01T00:00:00Z,1\n2026-05-01T01:00:00Z,2\n';
  const tried = (used: Record<string, number>) =>
    tryOut(service, { name: 'x', give: (doors) => doors.file(file, 'x.csv'), used: () => used });
  expect(await tried({ kitchen_kwh: 3000 })).toMatchObject([{ off: 0, isTrue: true }]);
  expect(await tried({ kitchen_kwh: 2999 })).toMatchObject([{ off: 1, isTrue: false }]);
  expect(await tried({})).toMatchObject([{ meter: 'kitchen_kwh', got: 3000, off: 3000, isTrue: false }]);
});
