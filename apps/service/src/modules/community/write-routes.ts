/** Writing: each is one statement that checks who it is, what it is, and how often. */
import { randomUUID } from 'node:crypto';
import {
  deleteItem,
  editPost,
  editReply,
  type ErrorCode,
  likeItem,
  moderateItem,
  publishPost,
  publishReply,
  reportItem,
} from '@wattershed/contracts';
import type { FastifyRequest } from 'fastify';
import type { PendingQuery, Row } from 'postgres';
import { hashedAddress } from '../../platform/allowance.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { Serve } from '../../platform/serve.ts';
import { changeTopic } from './community-stream.ts';
import { parseId } from './parse-id.ts';
import type { CommunityDeps } from './routes.ts';

interface Outcome extends Row {
  outcome: string;
  id: number | null;
  wait: number;
}

const answered = ({ outcome, id, wait }: Outcome): number => {
  if (outcome === 'ok') return id ?? 0;
  if (outcome.startsWith('invalid:'))
    throw new ProblemError('body-malformed', `${outcome.slice(8)}: not as it must be`);
  throw new ProblemError(outcome as ErrorCode, undefined, wait > 0 ? wait : undefined);
};

/** A post or a reply, as the database's functions take either. */
const targetOf = (params: { item: 'posts' | 'replies'; id: string }): [post: string | null, reply: string | null] => {
  const id = parseId(params);
  return params.item === 'posts' ? [id, null] : [null, id];
};

export const writeRoutes = (serve: Serve, { sql, changes, addressSecret }: CommunityDeps): void => {
  const ask = async (statement: PendingQuery<Outcome[]>): Promise<number> => {
    const [row] = await statement;
    const id = answered(row as Outcome);
    changes.publish([changeTopic]);
    return id;
  };
  const addressOf = (request: FastifyRequest): string => hashedAddress(addressSecret, request);

  serve(publishPost, async ({ person, body: post, request }) => {
    const id =
      await ask(sql`select * from private.community_publish_once(${post.key ?? randomUUID()}, ${person.sub}, ${addressOf(request)},
      ${post.kind}, ${post.title}, ${post.body}, ${post.link ?? null}, ${post.place ?? null}, ${post.startsAt ?? null}, ${post.endsAt ?? null},
      ${post.language})`);
    return { id: String(id) };
  });

  serve(editPost, async ({ person, params, body: post }) => {
    await ask(sql`select * from private.community_edit_post(${person.sub}, ${parseId(params)}, ${post.title}, ${post.body},
      ${post.link ?? null}, ${post.place ?? null}, ${post.startsAt ?? null}, ${post.endsAt ?? null})`);
  });

  serve(publishReply, async ({ person, params, body: { body, language, key }, request }) => {
    const id =
      await ask(sql`select * from private.community_answer_once(${key ?? randomUUID()}, ${person.sub}, ${addressOf(request)},
      ${parseId(params)}, ${body}, ${language})`);
    return { id: String(id) };
  });

  serve(editReply, async ({ person, params, body: { body } }) => {
    await ask(sql`select * from private.community_edit_reply(${person.sub}, ${parseId(params)}, ${body})`);
  });

  serve(deleteItem, async ({ person, params }) => {
    const id = parseId(params);
    await ask(
      params.item === 'posts'
        ? sql`select * from private.community_delete_post(${person.sub}, ${id})`
        : sql`select * from private.community_delete_reply(${person.sub}, ${id})`,
    );
  });

  serve(likeItem, async ({ person, params, body: { liked }, request }) => {
    const [post, reply] = targetOf(params);
    const likeCount = await ask(
      sql`select * from private.community_like(${person.sub}, ${addressOf(request)}, ${post}, ${reply}, ${liked})`,
    );
    return { likeCount };
  });

  serve(reportItem, async ({ person, params, body: { reason, text }, request }) => {
    const [post, reply] = targetOf(params);
    await ask(
      sql`select * from private.community_report(${person.sub}, ${addressOf(request)}, ${post}, ${reply}, ${reason}, ${text})`,
    );
  });

  serve(moderateItem, async ({ person, params, body: { act, why } }) => {
    const [post, reply] = targetOf(params);
    await ask(sql`select * from private.community_moderate(${person.sub}, ${post}, ${reply}, ${act}, ${why})`);
  });
};
