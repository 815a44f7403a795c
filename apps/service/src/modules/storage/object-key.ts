/** Names of stored objects, by the rule of the hosted storage; they never become the name of a file on the disk. */
import { StorageRefusal } from './storage-error.ts';

const longestKey = 1024;
const allowed = /^[\w/!.*'() &$@=;:+,?-]+$/;

/** Throws `invalid-key` for one that is too long, has characters that no key may have, or an empty or dotted part. */
export const checkKey = (key: unknown): string => {
  const isKey =
    typeof key === 'string' &&
    key.length <= longestKey &&
    allowed.test(key) &&
    key.split('/').every((part) => part.trim() !== '' && part !== '.' && part !== '..');
  if (!isKey) throw new StorageRefusal('invalid-key', `Invalid key: ${String(key).slice(0, 200)}`);
  return key;
};
