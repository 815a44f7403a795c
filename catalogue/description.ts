/** Where the interface is described, made from the endpoints that are served. */
import { z } from 'zod';
import { bytes, endpoint } from './endpoint.ts';

export const readDescription = endpoint({
  method: 'GET',
  path: '/api/v1/openapi.json',
  who: 'anyone',
  summary: 'This description',
  answer: z.record(z.string(), z.unknown()),
});

export const readDescriptionPage = endpoint({
  method: 'GET',
  path: '/api/v1/docs',
  who: 'anyone',
  summary: 'This description, as a page',
  answer: bytes('text/html'),
});
