/** Files that lie in a folder on the server. Which there are and what became of them is read through the table API (`watched_folders`, `watched_files`). */
import { z } from 'zod';
import { endpoint } from '#catalogue/endpoint.ts';
import { type FileErrorCode, importPreview } from './imports.ts';

/** Why a file waits for a person: what its preview asks, or what nobody has said of it. */
export type WatchedReason =
  | 'kind'
  | 'unit'
  | 'stamp'
  /** Day or month first. */
  | 'dates'
  /** It would make devices. */
  | 'meters'
  /** The household has not said where its clock is. */
  | 'zone'
  /** Some of its lines cannot be read. */
  | 'lines'
  /** It says something else than what is there. */
  | 'conflicts';

/** Why it cannot be read at all. */
export type UnreadableReason = FileErrorCode | 'other-kind';

export const readWatchedFolder = endpoint({
  method: 'GET',
  path: '/api/v1/watched-folder',
  who: 'person',
  summary: 'Whether files may lie in a folder on the server, as whoever runs it says',
  answer: z.object({ isOffered: z.boolean() }),
});

export const watchFolder = endpoint({
  method: 'POST',
  path: '/api/v1/watched-folder',
  who: 'person',
  summary: 'Import what lies in the folder of this household from now on',
  body: z.strictObject({ household: z.uuid() }),
  answer: z.object({ path: z.string() }),
  status: 201,
  problems: ['forbidden', 'not-found'],
});

export const previewWatchedFile = endpoint({
  method: 'POST',
  path: '/api/v1/watched-files/preview',
  who: 'person',
  summary: 'Look at a file of that folder as at one that is brought',
  body: z.strictObject({ household: z.uuid(), fingerprint: z.string().regex(/^[0-9a-f]{64}$/) }),
  answer: importPreview,
  problems: ['forbidden', 'import-failed', 'not-found'],
});
