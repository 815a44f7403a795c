/** The embedded backend at our own address: sign-in and tables by the backend itself, stored files by the service. */
import type { FastifyInstance } from 'fastify';
import type { EmbeddedBackend } from './backend/index.ts';
import { closeOwnDoors } from './modules/identity/index.ts';
import { type StoredFiles, storageRoutes } from './modules/storage/index.ts';
import { createTakeAllowance } from './platform/allowance.ts';
import { proxyBackend } from './platform/backend-proxy.ts';
import type { Database } from './platform/db.ts';
import { hearSignOuts } from './platform/live-sessions.ts';
import type { Authenticate } from './platform/person.ts';

export interface BackendParts {
  readonly backend: EmbeddedBackend;
  readonly files: StoredFiles;
  readonly database: Database;
  readonly authenticate: Authenticate;
  /** People come by another provider: the backend's own ways in are closed. */
  readonly byFirebase: boolean;
  readonly sessionEnded: () => void;
  /** Empty until the address is known. */
  readonly origin: () => string;
}

export const serveBackend = (app: FastifyInstance, parts: BackendParts): void => {
  const { backend, files, database, authenticate, byFirebase, sessionEnded, origin } = parts;
  const front = byFirebase ? closeOwnDoors(backend.fetch) : backend.fetch;
  proxyBackend(app, hearSignOuts(front, sessionEnded), () => origin() || 'http://localhost');
  storageRoutes(app, { database, authenticate, takeAllowance: createTakeAllowance(database.engine), files });
};
