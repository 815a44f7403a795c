/** What is attacked, and the chance that chooses: the same seed makes the same attempts. */
import { randomBytes } from 'node:crypto';
import { askJson } from '#apps/service/testing/durable-service.ts';
import type { Table, Victim } from './victim.ts';

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { name: string; in: string; schema?: Schema }[];
  readonly body?: { readonly type: string; readonly schema: Schema };
}

export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

export interface Target {
  readonly tables: readonly Table[];
  readonly functions: readonly { schema: string; name: string; args: string[] }[];
  readonly operations: readonly Operation[];
  readonly victim: Victim;
  readonly anonKey: string;
  readonly document: string;
}

/** A request before it has its headers. */
export interface Made {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
}

/** mulberry32: small, and the same everywhere. */
export const chance = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    one: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    is: (share: number): boolean => next() < share,
  };
};
export type Chance = ReturnType<typeof chance>;
export const newSeed = (): number => randomBytes(4).readUInt32LE();

interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      { parameters?: Operation['parameters']; requestBody?: { content: Record<string, { schema: Schema }> } }
    >
  >;
}

/** As the service describes itself. */
export const readOperations = async (origin: string): Promise<Target['operations']> => {
  const { paths } = await askJson<OpenApi>(`${origin}/api/v1/openapi.json`, {});
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const [content] = Object.entries(requestBody?.content ?? {});
      return { path, method, parameters, ...(content && { body: { type: content[0], schema: content[1].schema } }) };
    }),
  );
};
