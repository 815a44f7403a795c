/** The door of imports: what `main` wires. */
export { createImports } from './imports.ts';
export { importRoutes } from './routes.ts';
export { createUploads } from './uploads.ts';
