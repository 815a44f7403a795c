export { createHostedFiles } from './hosted-files.ts';
export { createOwnDocuments } from './own-documents.ts';
export { createRemoveLeftovers, type RemoveLeftovers } from './remove-leftovers.ts';
export { storageRoutes } from './storage-routes.ts';
export { createStoredFiles, type StoredFiles } from './stored-files.ts';
export { createDocumentsSetUp, type DocumentsSetUp } from './set-up-documents.ts';
export { sweepFiles } from './sweep-files.ts';
