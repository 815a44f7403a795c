/** Writing: each is one statement that checks who it is, what it is, and how often. */
import { randomUUID } from 'node:crypto';
import {
  type ErrorCode,
  likeBody,
  moderationBody,
  newPost,
  newReply,
  postWords,
  replyWords,
  reportBody,
} from '@wattershed/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PendingQuery, Row } from 'postgres';
import { hashedAddress } from '../../platform/allowance.ts';
import { ProblemError } from '../../platform/problem.ts';
import { changeTopic } from './community-stream.ts';
import { parse } from '../../platform/parse.ts';
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

export const writeRoutes = (app: FastifyInstance, deps: CommunityDeps): void => {
  const { sql, authenticate, changes, addressSecret } = deps;

  const ask = async (statement: PendingQuery<Outcome[]>): Promise<number> => {
    const [row] = await statement;
    const id = answered(row as Outcome);
    changes.publish([changeTopic]);
    return id;
  };
  const who = async (request: FastifyRequest): Promise<{ user: string; address: string }> => ({
    user: (await authenticate(request)).sub,
    address: hashedAddress(addressSecret, request),
  });

  app.post('/api/v1/community/posts', async (request, reply) => {
    const { user, address } = await who(request);
    const post = parse(newPost, request.body, 'body-malformed');
    const id =
      await ask(sql`select * from private.community_publish_once(${post.key ?? randomUUID()}, ${user}, ${address}, ${post.kind}, ${post.title}, ${post.body},
      ${post.link ?? null}, ${post.place ?? null}, ${post.startsAt ?? null}, ${post.endsAt ?? null}, ${post.language})`);
    return reply.code(201).send({ id: String(id) });
  });

  app.patch('/api/v1/community/posts/:id', async (request, reply) => {
    const { user } = await who(request);
    const id = parseId(request.params);
    const post = parse(postWords, request.body, 'body-malformed');
    await ask(sql`select * from private.community_edit_post(${user}, ${id}, ${post.title}, ${post.body},
      ${post.link ?? null}, ${post.place ?? null}, ${post.startsAt ?? null}, ${post.endsAt ?? null})`);
    return reply.code(204).send();
  });

  app.delete('/api/v1/community/posts/:id', async (request, reply) => {
    const { user } = await who(request);
    await ask(sql`select * from private.community_delete_post(${user}, ${parseId(request.params)})`);
    return reply.code(204).send();
  });

  app.post('/api/v1/community/posts/:id/replies', async (request, reply) => {
    const { user, address } = await who(request);
    const post = parseId(request.params);
    const { body, language, key } = parse(newReply, request.body, 'body-malformed');
    const id = await ask(
      sql`select * from private.community_answer_once(${key ?? randomUUID()}, ${user}, ${address}, ${post}, ${body}, ${language})`,
    );
    return reply.code(201).send({ id: String(id) });
  });

  app.patch('/api/v1/community/replies/:id', async (request, reply) => {
    const { user } = await who(request);
    const id = parseId(request.params);
    const { body } = parse(replyWords, request.body, 'body-malformed');
    await ask(sql`select * from private.community_edit_reply(${user}, ${id}, ${body})`);
    return reply.code(204).send();
  });

  app.delete('/api/v1/community/replies/:id', async (request, reply) => {
    const { user } = await who(request);
    await ask(sql`select * from private.community_delete_reply(${user}, ${parseId(request.params)})`);
    return reply.code(204).send();
  });

  for (const [item, isPost] of [
    ['posts', true],
    ['replies', false],
  ] as const) {
    const target = (request: FastifyRequest): [post: string | null, reply: string | null] => {
      const id = parseId(request.params);
      return isPost ? [id, null] : [null, id];
    };

    app.put(`/api/v1/community/${item}/:id/like`, async (request) => {
      const { user, address } = await who(request);
      const [post, reply] = target(request);
      const { liked } = parse(likeBody, request.body, 'body-malformed');
      const likeCount = await ask(
        sql`select * from private.community_like(${user}, ${address}, ${post}, ${reply}, ${liked})`,
      );
      return { likeCount };
    });

    app.post(`/api/v1/community/${item}/:id/reports`, async (request, answer) => {
      const { user, address } = await who(request);
      const [post, reply] = target(request);
      const { reason, text } = parse(reportBody, request.body, 'body-malformed');
      await ask(
        sql`select * from private.community_report(${user}, ${address}, ${post}, ${reply}, ${reason}, ${text})`,
      );
      return answer.code(204).send();
    });

    app.post(`/api/v1/community/${item}/:id/moderation`, async (request, answer) => {
      const { user } = await who(request);
      const [post, reply] = target(request);
      const { act, why } = parse(moderationBody, request.body, 'body-malformed');
      await ask(sql`select * from private.community_moderate(${user}, ${post}, ${reply}, ${act}, ${why})`);
      return answer.code(204).send();
    });
  }
};
