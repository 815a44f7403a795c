/** Removes the documents of households that are gone from a hosted backend's storage: by its interface, with the service key. */
import { documentBucket } from '../../contract/documents.ts';
import { z } from 'zod';
import { cappedFetch } from '#kernel/http/capped-fetch.ts';
import type { Config } from '#kernel/config.ts';
import type { Sql } from '#kernel/db.ts';

type HostedConfig = Pick<Config, 'BACKEND_URL' | 'BACKEND_SERVICE_KEY'>;

/** Answers how many went; throws where the storage does not do as it is asked: what is left is asked for again later. */
export type RemoveLeftovers = (sql: Sql, signal: AbortSignal) => Promise<number>;

const timeOutMs = 30_000;
const fetchCapped = cappedFetch(4 * 1024 * 1024);
const atOnce = 100;
/** In one turn; the next goes on. */
const maxHouseholds = 50;
const maxPieces = 100;

const removed = z.array(z.unknown());

/** Null where no key was given: then they stay until the operator removes them. */
export const createRemoveLeftovers = (config: HostedConfig): RemoveLeftovers | null => {
  const { BACKEND_URL: backendUrl, BACKEND_SERVICE_KEY: serviceKey } = config;
  if (serviceKey === undefined) return null;

  const remove = async (names: readonly string[], stopping: AbortSignal): Promise<number> => {
    const answer = await fetchCapped(`${backendUrl}/storage/v1/object/${documentBucket}`, {
      method: 'DELETE',
      headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prefixes: names }),
      signal: AbortSignal.any([stopping, AbortSignal.timeout(timeOutMs)]),
    });
    if (!answer.ok) throw new Error(`the storage answered ${answer.status} to the service key`);
    return removed.parse(await answer.json()).length;
  };

  /** Everything of one household, so many at a time; what is more waits for its next turn. */
  const clear = async (sql: Sql, household: string, signal: AbortSignal): Promise<number> => {
    let gone = 0;
    for (let piece = 0; piece < maxPieces; piece += 1) {
      const rows = await sql<
        { name: string }[]
      >`select name from private.leftover_documents(${household}, ${atOnce}) name`;
      if (rows.length === 0) {
        await sql`select private.settle_storage_leftover(${household})`;
        break;
      }
      const count = await remove(
        rows.map(({ name }) => name),
        signal,
      );
      if (count === 0) throw new Error(`the storage removed none of ${rows.length} documents`);
      gone += count;
    }
    return gone;
  };

  return async (sql, signal) => {
    let gone = 0;
    for (let turn = 0; turn < maxHouseholds && !signal.aborted; turn += 1) {
      const [due] = await sql<{ household: string | null }[]>`select private.take_storage_leftover() as household`;
      if (!due?.household) break;
      gone += await clear(sql, due.household, signal);
    }
    return gone;
  };
};
