/** The door of imports: what `main` wires. */
export { createImports, type Imports, type ImportsDeps } from './imports.ts';
export type { FileFormat } from './ports.ts';
export { importRoutes } from './routes.ts';
export { createUploads } from './uploads.ts';
