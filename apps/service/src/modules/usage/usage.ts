/** What was used and what each meter said last, for whoever asks on a person's behalf; answers are kept until their household changes. */
import type { Changes } from '../../platform/changes.ts';
import type { Sql } from '../../platform/db.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { createReadLatest, type ReadLatest } from './read-latest.ts';
import { createReadUsage, type ReadUsage } from './read-usage.ts';

/** Should word of a change be lost, a wrong figure stays no longer than this. */
const usageKeptMs = 15_000;
/** They hold the time of the answer, and of the day in the household's zone. */
const latestKeptMs = 1_000;

export interface Usage {
  readonly read: ReadUsage;
  readonly latest: ReadLatest;
}

const keepUsage = (changes: Changes, readUsage: ReadUsage): ReadUsage => {
  const kept = createKeptAnswers(changes, { now: Date.now, longestMs: usageKeptMs });
  return (userId, query) => {
    const { household, from, to, bucket, by, device } = query;
    const key = [from, to, bucket, by, device?.toLowerCase()].join(' ');
    return kept.answer({ userId, household, key }, () => readUsage(userId, query));
  };
};

const keepLatest = (changes: Changes, readLatest: ReadLatest): ReadLatest => {
  const kept = createKeptAnswers(changes, { now: Date.now, longestMs: latestKeptMs });
  return (userId, household) => kept.answer({ userId, household, key: 'latest' }, () => readLatest(userId, household));
};

interface UsageDeps {
  readonly sql: Sql;
  readonly changes: Changes;
  /** In place of the database's clock, for what flows now. */
  readonly now?: () => number;
}

export const createUsage = ({ sql, changes, now }: UsageDeps): Usage => ({
  read: keepUsage(changes, createReadUsage(sql)),
  latest: keepLatest(changes, createReadLatest(sql, now)),
});
