import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from './auth-mail.ts';
import type { DevMailbox, MailboxEntry } from './mailer.ts';

export interface DevMailboxOptions {
  mailbox: DevMailbox;
  /** The key printed at start. It opens the page once; from then on a cookie does. */
  key: string;
}

const COOKIE = 'wattershed_mailbox';
const FORWARDED = /^(x-forwarded-.*|x-real-ip|forwarded|via|cf-connecting-ip)$/;
const OWN_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '::1']);

const STYLE = `body{margin:0 auto;max-width:720px;padding:32px 16px;font:16px/1.6 system-ui,sans-serif;color:#1c2421;background:#f4f6f5}
article{margin:16px 0;padding:20px;border-radius:12px;background:#fff}h2{margin:0;font-size:18px}
dl{margin:8px 0;color:#4a5753}pre{white-space:pre-wrap;overflow-wrap:anywhere}a{color:#0b5c4a}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export function makeMailboxKey(): string {
  return randomBytes(18).toString('base64url');
}

/** Only on a developer's own machine: anyone who reads these mails can take over the accounts they are for. */
export function mailboxIsAllowed(config: {
  smtpUrl?: string | undefined;
  publicUrl?: string | undefined;
  host: string;
}): boolean {
  return !config.smtpUrl && !config.publicUrl && LOOPBACK_HOSTS.has(config.host);
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function isFromHere(request: FastifyRequest): boolean {
  const isForwarded = Object.keys(request.headers).some((name) => FORWARDED.test(name));
  const address = request.socket.remoteAddress;
  return !isForwarded && OWN_HOST.test(request.headers.host ?? '') && (address === undefined || LOOPBACK.has(address));
}

function cookieOf(request: FastifyRequest): string {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '';
}

function replyOf({ replyTo }: MailboxEntry): string {
  return replyTo ? `<dt>Reply to</dt><dd>${escapeHtml(`${replyTo.name} <${replyTo.address}>`)}</dd>` : '';
}

function linkOf({ link }: MailboxEntry): string {
  return link === undefined ? '' : `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`;
}

function pageOf(mails: readonly MailboxEntry[]): string {
  const articles = mails.map(
    (mail) => `<article data-mail="${mail.id}"><h2>${escapeHtml(mail.subject)}</h2>
<dl><dt>To</dt><dd>${escapeHtml(mail.to)}</dd>${replyOf(mail)}<dt>At</dt><dd><time datetime="${mail.at.toISOString()}">${mail.at.toISOString()}</time></dd></dl>
<pre>${escapeHtml(mail.text)}</pre>${linkOf(mail)}</article>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Development mailbox · Wattershed</title><style>${STYLE}</style></head>
<body><main><h1>Development mailbox</h1><p>No SMTP server is configured, so mails stay here, until Wattershed stops.</p>
${articles.join('\n') || '<p>No mails yet.</p>'}</main></body></html>`;
}

function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(html);
}

function refusal(words: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Development mailbox · Wattershed</title></head><body><p>${words}</p></body></html>`;
}

/** The page `/dev/mailbox`. Register it only where `mailboxIsAllowed` says so. */
export const devMailboxPage: FastifyPluginAsync<DevMailboxOptions> = async (app, { mailbox, key }) => {
  const session = randomBytes(24).toString('base64url');
  let isKeyUsed = false;

  app.get<{ Querystring: { key?: string } }>('/dev/mailbox', async (request, reply) => {
    if (!isFromHere(request))
      return sendPage(reply, 403, refusal('The development mailbox opens only on this machine itself.'));
    const given = request.query.key;
    if (given !== undefined && !isKeyUsed && isSame(given, key)) {
      isKeyUsed = true;
      reply.header('set-cookie', `${COOKIE}=${session}; Path=/dev/mailbox; HttpOnly; SameSite=Strict`);
      return reply.redirect('/dev/mailbox', 303);
    }
    if (!isSame(cookieOf(request), session)) {
      return sendPage(
        reply,
        403,
        refusal('Open the development mailbox by the link that was printed when Wattershed started. It opens once.'),
      );
    }
    return sendPage(reply, 200, pageOf(mailbox.list()));
  });
};
