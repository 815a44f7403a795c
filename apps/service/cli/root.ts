import { fileURLToPath } from 'node:url';

/** Of the repository, from the source and from the bundle. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));
