/** Messages of real devices with what they are known to say; empty where they are not at hand. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../shared/data/device_payloads/', import.meta.url));

export interface Vector {
  readonly kind: string;
  readonly device: string;
  readonly payload: Record<string, unknown>;
  readonly expected: Record<string, unknown>;
}

export const readVectorFile = (name: string): string | null =>
  existsSync(folder + name) ? readFileSync(folder + name, 'utf8') : null;

export const vectors = JSON.parse(readVectorFile('vectors.json') ?? '[]') as Vector[];
