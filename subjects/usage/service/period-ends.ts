/** The ends of a period as a person names them: local days, or instants. */
import type { Sql } from '#kernel/db.ts';

export const isDay = (text: string): boolean => text.length === 10;

/** A local day means its first instant in the household's zone. */
export const instantOf = (sql: Sql, userId: string, household: string | null, text: string) =>
  isDay(text) ? sql`private.local_midnight(${userId}, ${household}, ${text})` : sql`${text}::timestamptz`;
