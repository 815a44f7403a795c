/** Refusals of the storage, in the shape that storage-js reads: `{statusCode, error, message}`. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isConnectionError, isUnfitInput } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';

const refusals = {
  'bucket-not-found': [404, 'Bucket not found', 'Bucket not found'],
  'disk-full': [507, 'InsufficientStorage', 'The server has no room left for files'],
  duplicate: [409, 'Duplicate', 'The resource already exists'],
  'file-too-large': [413, 'Payload too large', 'The object exceeded the maximum allowed size'],
  forbidden: [403, 'Unauthorized', 'new row violates row-level security policy'],
  'household-full': [413, 'QuotaExceeded', 'The documents of this household take up all the room they may have'],
  internal: [500, 'InternalError', 'Internal server error'],
  'invalid-body': [400, 'InvalidRequest', 'The body of the request cannot be read'],
  'invalid-key': [400, 'InvalidKey', 'Invalid key'],
  'invalid-type': [415, 'invalid_mime_type', 'mime type is not supported, or is not what the file holds'],
  'not-authenticated': [401, 'Unauthorized', 'Invalid JWT'],
  'not-found': [404, 'not_found', 'Object not found'],
  'rate-limited': [429, 'SlowDown', 'Too many requests'],
  'route-not-found': [404, 'not_found', 'This storage has no such route'],
  unavailable: [503, 'DatabaseUnavailable', 'The database is away for the moment'],
} as const satisfies Record<string, readonly [status: number, error: string, message: string]>;

export type Refusal = keyof typeof refusals;

export class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal';
  readonly refusal: Refusal;
  constructor(refusal: Refusal, message: string = refusals[refusal][2]) {
    super(message);
    this.refusal = refusal;
  }
}

const refusalOf = (error: unknown): Refusal => {
  if (error instanceof StorageRefusal) return error.refusal;
  if (error instanceof ProblemError) {
    return error.code === 'not-authenticated' || error.code === 'rate-limited' ? error.code : 'invalid-body';
  }
  if (isConnectionError(error)) return 'unavailable';
  const { code, statusCode = 500 } = error as Partial<FastifyError>;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk-full';
  if (isUnfitInput(error)) return 'invalid-body';
  // Of the database: no right, and a key that is taken.
  if (code === '42501') return 'forbidden';
  if (code === '23505') return 'duplicate';
  if (statusCode === 413) return 'file-too-large';
  return statusCode < 500 ? 'invalid-body' : 'internal';
};

export const sendRefusal = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const refusal = refusalOf(error);
  if (refusal === 'internal' || refusal === 'disk-full') request.log.error({ err: error }, 'storage failed');
  const [status, name, words] = refusals[refusal];
  const message = error instanceof StorageRefusal ? error.message : words;
  if (error instanceof ProblemError && error.retryAfterS !== undefined) {
    reply.header('retry-after', String(error.retryAfterS));
  }
  return reply.code(status).send({ statusCode: String(status), error: name, message });
};
