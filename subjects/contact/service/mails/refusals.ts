/**
 * The link of a mail by which its reader refuses more of the kind, without signing in. What it says is sealed in it: nobody can make one, and it is
 * good for nothing else. Whoever looks at it alone, as programs that check links do, refuses nothing.
 */
import { defaultLanguage, type Language, type NoticeGroup, noticeGroupIds, toLanguage } from '#catalogue/index.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pgTexts, type Sql } from '#kernel/db.ts';
import { hashedAddress, type TakeAllowance } from '#kernel/http/client-address.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Serve } from '#kernel/http/serve.ts';
import { createSeal } from '#kernel/seal.ts';
import { textsIn } from '#kernel/texts.ts';
import { askToRefuseNotices, refuseNotices } from '../../contract/refuse-notices.ts';

interface Refusal {
  readonly user: string;
  readonly groups: readonly NoticeGroup[];
  readonly language: Language;
}

export interface Refusals {
  write(refusal: Refusal): string;
  /** Null: none of ours. */
  read(token: string): Refusal | null;
}

const written = z.object({
  user: z.uuid(),
  groups: z.array(z.enum(noticeGroupIds)).min(1),
  language: z.string().transform((text) => toLanguage(text) ?? defaultLanguage),
});

export const createRefusals = (secret: string): Refusals => {
  const seal = createSeal('refused notices', secret);
  return {
    write: (refusal) => Buffer.from(seal.seal(JSON.stringify(refusal)), 'base64').toString('base64url'),
    read: (token) => {
      const opened = seal.open(Buffer.from(token, 'base64url').toString('base64'));
      return opened === null ? null : written.parse(JSON.parse(opened));
    },
  };
};

export interface RefusalDeps {
  readonly serve: Serve;
  readonly sql: Sql;
  readonly takeAllowance: TakeAllowance;
  readonly addressSecret: string;
  readonly refusals: Refusals;
}

/** Mail programs of many people press from few addresses. */
const allowance = { kind: 'refused-notices', count: 600, seconds: 3_600 };

export const refusalRoutes = ({ serve, sql, takeAllowance, addressSecret, refusals }: RefusalDeps): void => {
  const readFor = async (request: FastifyRequest, token: string): Promise<Refusal> => {
    await takeAllowance(allowance, hashedAddress(addressSecret, request));
    const refusal = refusals.read(token);
    if (refusal === null) throw new ProblemError('not-found', 'token: of no mail from here');
    return refusal;
  };

  serve(askToRefuseNotices, async ({ query, request, reply }) =>
    sendPage(reply, await readFor(request, query.token), 'ask'),
  );

  serve(refuseNotices, async ({ query, request, reply }) => {
    const refusal = await readFor(request, query.token);
    await sql`select private.refuse_notice_mails(${refusal.user}, ${pgTexts(refusal.groups)}::text[])`;
    return sendPage(reply, refusal, 'done');
  });
};

/** Complete by itself: it is opened in whatever a mail program opens links in. No word in it is anybody's. */
const sendPage = (reply: FastifyReply, { groups, language }: Refusal, state: 'ask' | 'done'): FastifyReply => {
  const t = textsIn(language, 'mails', 'refusal');
  const list = new Intl.ListFormat(language).format(groups.map((group) => t(`groups.${group}`)));
  const press = state === 'ask' ? `<form method="post"><button>${t('ask.press')}</button></form>` : '';
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    )
    .send(`<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${t(`${state}.title`)}</title>
<style>
  body { margin: 0; padding: 2rem 1.25rem; background: #f6f4ef; color: #1d2b27; font: 1.0625rem/1.5 system-ui, sans-serif; }
  main { max-width: 34rem; margin: 0 auto; }
  button { min-height: 2.75rem; padding: 0 1.25rem; border: 0; border-radius: 8px; background: #14594a; color: #fff; font: inherit; font-weight: 600; }
  a { color: #14594a; }
</style>
<main>
<h1>${t(`${state}.title`)}</h1>
<p>${t(`${state}.text`, { list })}</p>
${press}
<p><a href="/profile#notifications">${t('choose')}</a></p>
</main>
</html>
`);
};
