/** Where the reader of a mail about notices says that no more of these shall come: by one press in their mail program (RFC 8058), or on a page. */
import { z } from 'zod';
import { bytes, endpoint } from '#catalogue/endpoint.ts';

const query = z.object({ token: z.string().max(1000).describe('Stands in the mail.') });

export const askToRefuseNotices = endpoint({
  method: 'GET',
  path: '/api/v1/notices/unsubscribe',
  who: 'anyone',
  summary: 'A page that asks whether no more mails of this kind shall come; changes nothing',
  query,
  answer: bytes('text/html'),
  problems: ['rate-limited', 'not-found'],
});

export const refuseNotices = endpoint({
  method: 'POST',
  path: '/api/v1/notices/unsubscribe',
  who: 'anyone',
  summary: 'No more mails of this kind to who got this one',
  query,
  body: bytes('application/x-www-form-urlencoded'),
  maxBytes: 4 * 1024,
  answer: bytes('text/html'),
  problems: ['rate-limited', 'not-found'],
});
