/** Every endpoint that the folders of contracts hold, also one that nobody serves. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '#catalogue/endpoint.ts';

const root = join(import.meta.dirname, '../../..');
const contracts = ['catalogue', ...readdirSync(join(root, 'subjects')).map((subject) => `subjects/${subject}/contract`)]
  .map((folder) => join(root, folder))
  .filter(existsSync)
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((path) => /(?<!\.test)\.ts$/.test(path));
const modules = await Promise.all(contracts.map((path) => import(path) as Promise<object>));

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

/** By the name of its constant. */
export const endpointsByName = new Map(
  modules.flatMap((module) =>
    Object.entries<unknown>({ ...module }).flatMap(([name, value]) =>
      isEndpoint(value) ? [[name, value] as const] : [],
    ),
  ),
);
export const allEndpoints = [...endpointsByName.values()];
export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
