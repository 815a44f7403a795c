/** Ingest tokens: made once, kept as a hash, looked up for a few seconds at a time. */
import { createHash, randomBytes } from 'node:crypto';
import type { Utility } from '#catalogue/index.ts';
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';

export interface IngestToken {
  readonly id: number;
  readonly scope: 'household' | 'fleet';
  /** Null for a fleet token. */
  readonly household: string | null;
  /** Whoever made it may switch in every room, which the home's own broker lets its clients do. */
  readonly maySwitch: boolean;
  /** Keys of the household's meters; empty for a fleet token, which names meters by id. */
  readonly meters: ReadonlyMap<string, number>;
  /** What each of them measures, by its key. */
  readonly utilities: ReadonlyMap<string, Utility>;
}

export interface IngestTokens {
  /** Throws `token-invalid`. */
  find(token: string): Promise<IngestToken>;
  /** The same with a fresh list of meters: for a key that is not in the one we have. */
  refresh(token: string): Promise<IngestToken>;
  forget(): void;
}

/** A revoked token is refused after this at the latest, in every process (the write itself checks too). */
const rememberedMs = 5_000;
const maxRemembered = 10_000;

export const newToken = (): { token: string; hash: Buffer; hint: string } => {
  const token = `ws_${randomBytes(24).toString('base64url')}`;
  return { token, hash: hashToken(token), hint: token.slice(-4) };
};

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

interface FoundToken {
  readonly token_id: number;
  readonly household_id: string | null;
  readonly scope: IngestToken['scope'];
  readonly may_switch: boolean;
}

export const createIngestTokens = (sql: Sql, now: () => number): IngestTokens => {
  const known = new Map<string, { token: IngestToken; until: number }>();

  const load = async (text: string): Promise<IngestToken> => {
    const [row] = await sql<FoundToken[]>`
      select token_id, household_id, scope, private.token_may_switch(token_id) as may_switch
      from private.find_token(${hashToken(text)})`;
    if (!row) throw new ProblemError('token-invalid');
    const meters = await sql<
      { meter_id: number; key: string; utility: Utility }[]
    >`select * from private.token_meters(${row.token_id})`;
    void sql`select private.touch_token(${row.token_id})`.catch(() => {});
    const token: IngestToken = {
      id: row.token_id,
      scope: row.scope,
      household: row.household_id,
      maySwitch: row.may_switch,
      meters: new Map(meters.map((meter) => [meter.key, meter.meter_id])),
      utilities: new Map(meters.map((meter) => [meter.key, meter.utility])),
    };
    if (known.size >= maxRemembered) known.delete(known.keys().next().value as string);
    known.set(text, { token, until: now() + rememberedMs });
    return token;
  };

  return {
    find: async (text) => {
      const found = known.get(text);
      return found && found.until > now() ? found.token : load(text);
    },
    refresh: load,
    forget: () => known.clear(),
  };
};

/** The id of the meter that `name` (key or id) means; null when this token has none such. Whether it may write an id, the database says. */
export const meterId = (token: IngestToken, name: string): number | null => {
  const known = token.meters.get(name);
  if (known !== undefined) return known;
  const id = Number(name);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};
