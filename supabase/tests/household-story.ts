/** The people of the policy tests: Ada owns a household, Ben is its member, Cleo may look, Dan lives elsewhere. */
import { expect } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#kernel/postgres/testing.ts';
import type { Database, Sql, Transaction } from '#kernel/db.ts';
import { openDatabase } from '#kernel/db.ts';
import { openSeed, type Seed, type SeededHome } from '#apps/service/testing/seed.ts';

export interface Character {
  readonly id: string;
  readonly home: SeededHome;
  /** Runs `work` as this person, under their policies, through the service's login. */
  does<T>(work: (sql: Transaction) => Promise<T>): Promise<T>;
}

export interface Story {
  readonly database: Database;
  readonly seed: Seed;
  /** The superuser's view. */
  readonly truth: Sql;
  readonly serviceUrl: string;
  readonly ada: Character;
  readonly ben: Character;
  readonly cleo: Character;
  readonly dan: Character;
  /** A visitor's connection. */
  readonly visitor: Sql;
  /** Ada's. */
  readonly household: string;
  /** Somebody more, with a household of their own. */
  person(): Promise<Character>;
  end(): Promise<void>;
}

export const openStory = async (given?: TestDatabase): Promise<Story> => {
  const testDatabase = given ?? (await createTestDatabase());
  const database = openDatabase(testDatabase.serviceUrl);
  await database.engine`select private.configure_backend(false)`;
  const seed = openSeed(testDatabase.ownerUrl);
  const character = async (timeZone?: string): Promise<Character> => {
    const home = await seed.home(timeZone);
    return { id: home.userId, home, does: (work) => database.asUser({ sub: home.userId }, work) };
  };
  const ada = await character('Europe/Madrid');
  const ben = await character();
  const cleo = await character();
  const dan = await character();
  await seed.owner`insert into household_members (household_id, user_id, role) values
    (${ada.home.household}, ${ben.id}, 'member'), (${ada.home.household}, ${cleo.id}, 'viewer')`;
  return {
    database,
    seed,
    truth: seed.owner,
    serviceUrl: testDatabase.serviceUrl,
    ada,
    ben,
    cleo,
    dan,
    visitor: database.anonymous,
    household: ada.home.household,
    person: () => character(),
    end: async () => {
      await Promise.all([database.stop(), seed.end()]);
      if (!given) await testDatabase.drop();
    },
  };
};

/** The database says no: missing right, or a policy's check. */
export const expectRefused = (attempt: PromiseLike<unknown>): Promise<void> =>
  expect(Promise.resolve(attempt)).rejects.toMatchObject({ code: '42501' });
