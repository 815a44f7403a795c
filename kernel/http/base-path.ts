/**
 * Pages below a path. A proxy may show us within pages of its own, as Home Assistant's supervisor does (its ingress): it takes the path away
 * before it asks us, says it in `X-Ingress-Path`, and the browser asks for everything below it. Who else says so is not heard.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { bare, isNetwork, listOf } from './client-address.ts';

/** `TRUST_INGRESS`: addresses and networks. */
export const trustIngress = z.string().transform((text, context): readonly string[] => {
  const entries = text.split(',').map((entry) => entry.trim().toLowerCase());
  const wrong = entries.find((entry) => !isNetwork(entry));
  if (wrong === undefined) return entries;
  context.addIssue({
    code: 'custom',
    message: `"${wrong}" is no address and no network: write those of the proxy that shows Wattershed within its pages`,
  });
  return z.NEVER;
});

/** It comes to stand in pages, in headers and in names: no sign in it has a meaning in any of them. */
const plainPath = /^(?:\/[\w-]{1,100}){1,5}$/;

type Asked = Pick<FastifyRequest, 'headers' | 'socket'>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Below which path the browser asks; empty: at the root. */
    basePath: string;
  }
}

/** The path that a request came by: said by a proxy that is connected to us itself, and a path. */
const readBasePath = (trusted: readonly string[]): ((request: Asked) => string) => {
  const isTrusted = listOf(trusted);
  return ({ headers, socket }) => {
    const said = headers['x-ingress-path'];
    return typeof said === 'string' && plainPath.test(said) && isTrusted(bare(socket.remoteAddress)) ? said : '';
  };
};

const noFrames = "frame-ancestors 'none'";
const cookiePath = /(;\s*Path=)(?=\/)/i;

/** Cookies and places to go to belong below the path, and the pages that ours stands within, which have the same origin, may show it. */
const answerBelow = (base: string, reply: FastifyReply): void => {
  const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String);
  reply.removeHeader('set-cookie');
  for (const cookie of cookies) reply.header('set-cookie', cookie.replace(cookiePath, `$1${base}`));
  const location = reply.getHeader('location');
  if (typeof location === 'string' && /^\/(?!\/)/.test(location)) reply.header('location', base + location);
  const policy = reply.getHeader('content-security-policy');
  if (typeof policy === 'string')
    reply.header('content-security-policy', policy.replace(noFrames, "frame-ancestors 'self'"));
};

/** After what sets headers of every answer. */
export const useBasePath = (app: FastifyInstance, trusted: readonly string[] | undefined): void => {
  app.decorateRequest('basePath', '');
  if (trusted === undefined) return;
  const basePathOf = readBasePath(trusted);
  app.addHook('onRequest', (request, reply, done) => {
    request.basePath = basePathOf(request);
    // How that origin is to be asked from now on is not ours to say.
    if (request.basePath !== '') reply.removeHeader('strict-transport-security');
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.basePath !== '') answerBelow(request.basePath, reply);
    done();
  });
};
