import { expect, test } from 'vitest';
import { createTestDatabase } from '../../apps/service/src/backend/testing.ts';
import { openSeed } from '../../apps/service/src/testing/seed.ts';
import { rowTypes } from './row-types.ts';

test('row types are those of the database', async () => {
  const database = await createTestDatabase();
  const seed = openSeed(database.ownerUrl);
  await expect(await rowTypes(seed.owner)).toMatchFileSnapshot('../../packages/database/src/generated/rows.ts');
  await seed.end();
  await database.drop();
});
