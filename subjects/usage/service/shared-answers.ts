/** Answers about use: questions of one moment share a statement, and an answer is kept until its household changes. */
import { availableParallelism } from 'node:os';
import type { Changes } from '#kernel/changes.ts';
import { createCoalescer, isConnectionError, isSpread, pgTexts, type Sql } from '#kernel/db.ts';
import type { UsageAnswer } from '../contract/usage.ts';

/** JSON text of the answer to one question; what it throws is not kept. */
type Make = () => Promise<string>;

interface CacheKey {
  readonly userId: string;
  /** Undefined: the person's first. */
  readonly household: string | undefined;
  /** What else is asked. */
  readonly key: string;
}

interface AnswerCache {
  answer(question: CacheKey, make: Make): Promise<string>;
}

interface AnswerCacheOptions {
  readonly now: () => number;
  /** Kept no longer, in case that word of a change is lost; and for what the clock alone changes. */
  readonly maxAgeMs: number;
  /** All answers together, in characters; the households that were asked about longest ago give way. */
  readonly maxChars?: number;
}

interface Kept {
  readonly answer: Promise<string>;
  readonly until: number;
  /** 0 while it is being made. */
  chars: number;
}

interface Home {
  readonly answers: Map<string, Kept>;
  chars: number;
}

const usualMaxChars = 64_000_000;
const maxPeople = 100_000;

/** Of which household an answer is, and where its figures are from. */
type About = Pick<UsageAnswer, 'household' | 'origin'>;
const aboutOf = (answer: string): About => JSON.parse(answer) as About;

export const createAnswerCache = (
  changes: Pick<Changes, 'follow'>,
  { now, maxAgeMs, maxChars = usualMaxChars }: AnswerCacheOptions,
): AnswerCache => {
  /** In the order in which they were asked about. */
  const homes = new Map<string, Home>();
  /** The first household of each person, as an answer named it. It changes with its members, and then what is kept of it is forgotten. */
  const firsts = new Map<string, string>();
  let chars = 0;

  const forget = (household: string): void => {
    chars -= homes.get(household)?.chars ?? 0;
    homes.delete(household);
  };
  const forgetAll = (): void => {
    homes.clear();
    chars = 0;
  };
  changes.follow((households) => households.forEach(forget), forgetAll);

  /** The household's, now the one asked about last. */
  const homeOf = (household: string): Home => {
    const home = homes.get(household) ?? { answers: new Map<string, Kept>(), chars: 0 };
    homes.delete(household);
    homes.set(household, home);
    return home;
  };

  const drop = (home: Home, key: string, kept: Kept): void => {
    if (home.answers.get(key) !== kept) return;
    home.answers.delete(key);
    home.chars -= kept.chars;
    chars -= kept.chars;
  };

  /** Counts what was made, unless the household changed meanwhile: then its answers are no longer looked at. */
  const count = (home: Home, kept: Kept, made: string): void => {
    kept.chars = made.length;
    home.chars += made.length;
    chars += made.length;
    for (const [oldest] of homes) {
      if (chars <= maxChars) break;
      forget(oldest);
    }
  };

  const keep = (household: string, key: string, make: Make): Promise<string> => {
    const home = homeOf(household);
    const kept: Kept = { answer: make(), until: now() + maxAgeMs, chars: 0 };
    home.answers.set(key, kept);
    kept.answer.then(
      (made) => {
        if (homes.get(household) !== home) return;
        const about = aboutOf(made);
        // What a guest sees also stands on the demo household, of whose changes theirs does not hear.
        if (about.origin === 'measured' && about.household === household) count(home, kept, made);
        else drop(home, key, kept);
      },
      () => drop(home, key, kept),
    );
    return kept.answer;
  };

  const learnFirst = async (userId: string, answer: Promise<string>): Promise<string> => {
    const made = await answer;
    if (firsts.size >= maxPeople) firsts.clear();
    firsts.set(userId, aboutOf(made).household);
    return made;
  };

  return {
    answer: ({ userId, household, key }, make) => {
      const where = household?.toLowerCase() ?? firsts.get(userId);
      if (where === undefined) return learnFirst(userId, make());
      const whole = `${userId} ${household === undefined ? 'first' : ''} ${key}`;
      const home = homeOf(where);
      const kept = home.answers.get(whole);
      if (kept && now() < kept.until) return kept.answer;
      if (kept) drop(home, whole, kept);
      const made = keep(where, whole, make);
      return household === undefined ? learnFirst(userId, made) : made;
    },
  };
};

// Questions asked at the same moment go to the database as one statement: opening its tables costs more than the answer.

type Argument = string | boolean | null;

interface Asked {
  readonly given: readonly Argument[];
  readonly weight: number;
}

/** So much of a batch that nobody waits long for somebody else's long answer. */
const maxAtOnce = 400;

/** One more than there are processors: fewer let one idle, more only make each other wait (measured on two). */
const lanes = availableParallelism() + 1;

/** A demo's guest, of whom their home's node has not all; or a migration took the function away until `supabase/scale/functions.sql` is run again. */
const notThere = new Set(['WS410', '42883']);

/**
 * Asks `private.<name>`, whose arguments are of `types`, a person and a household first. Each call is answered, and its membership checked, for itself.
 * `weight`: about how many rows the answer is made of.
 */
export const createBatchedQuery = (
  sql: Sql,
  name: string,
  types: readonly string[],
): ((given: readonly Argument[], weight: number) => Promise<string | null>) => {
  const prepare = { prepare: true };
  const columns = types.map((_, i) => `a${i}`).join(', ');
  const arrays = types.map((type, i) => `$${i + 1}::${type}[]`).join(', ');
  const together = `select private.${name}(${columns}) as answer from unnest(${arrays}) asked (${columns})`;
  const aloneText = (called: string): string =>
    `select private.${called}(${types.map((type, i) => `$${i + 1}::${type}`).join(', ')}) as answer`;
  const [alone, there] = [aloneText(name), aloneText(`${name}_there`)];
  const askOne = async (text: string, given: readonly Argument[]): Promise<string | null> => {
    const [row] = await sql.unsafe<{ answer: string | null }[]>(text, [...given], prepare);
    return row?.answer ?? null;
  };
  /** Of the home's own node, which must be named. */
  const askThere = async ({ given: [user = null, named, ...others] }: Asked): Promise<string | null> => {
    const [row] = named
      ? [{ home: named }]
      : await sql<{ home: string | null }[]>`select private.first_household(${user}) as home`;
    if (!row?.home) return null;
    const given = [user, row.home, ...others];
    try {
      return await askOne(there, given);
    } catch (error) {
      if (!notThere.has((error as { code?: string }).code ?? '')) throw error;
      return askOne(alone, given);
    }
  };
  const ask = async (asked: readonly Asked[]): Promise<(string | null)[]> => {
    if (await isSpread(sql)) return Promise.all(asked.map(askThere));
    if (asked.length === 1) return [await askOne(alone, (asked[0] as Asked).given)];
    const parameters = types.map((_, i) => pgTexts(asked.map((one) => one.given[i] ?? null)));
    const rows = await sql.unsafe<{ answer: string | null }[]>(together, parameters, prepare);
    return rows.map((row) => row.answer);
  };
  const coalescer = createCoalescer<Asked, string | null>(ask, {
    lanes,
    most: maxAtOnce,
    weigh: (one) => one.weight,
    blamesOne: (error) => !isConnectionError(error),
  });
  return (given, weight) => coalescer.add({ given, weight });
};
