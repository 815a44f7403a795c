import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a browser may send to another origin's backend; a header that is not named here fails the preflight. */
const headers = [
  'authorization',
  'apikey',
  'content-type',
  'prefer',
  'accept-profile',
  'content-profile',
  'range',
  'range-unit',
  'x-client-info',
  'x-supabase-api-version',
  'x-upsert',
  'cache-control',
];
const readable = 'content-range, content-disposition, content-length, x-supabase-api-version, retry-after';

/** Lets pages of this origin, and of no other, in. True: it was a preflight, and is answered. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply, origin: string): boolean {
  reply.header('vary', 'origin');
  if (request.headers.origin !== origin) return false;
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', readable);
  if (request.method !== 'OPTIONS') return false;
  void reply
    .code(204)
    .header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
    .header('access-control-allow-headers', headers.join(', '))
    .send();
  return true;
}
