/** People of the community's tests, and what they do over HTTP. */
import type { CommunityList, CommunityPost, CommunityReplies, NewPost } from '../contract/community.ts';
import { communityList, communityPost, communityReplies } from '../contract/community.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { communityRoutes } from './index.ts';

export interface Person {
  readonly id: string;
  ask(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Answer>;
  /** Writes a post; answers its id. */
  post(rest?: Partial<NewPost>): Promise<string>;
  reply(post: string, body?: string): Promise<string>;
  like(item: string, liked?: boolean): Promise<Answer>;
}

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: string | undefined;
  readonly json: () => unknown;
}

export interface CommunityStage extends Stage {
  readonly app: FastifyInstance;
  readonly visitor: Person;
  member(name?: string): Promise<Person>;
  guest(): Promise<Person>;
  administrator(name?: string): Promise<Person>;
  list(query: string, as?: Person): Promise<CommunityList>;
  read(post: string, as?: Person): Promise<CommunityPost>;
  replies(post: string, query?: string, as?: Person): Promise<CommunityReplies>;
}

export const aPost: NewPost = {
  kind: 'discussion',
  title: 'Leaking tap',
  body: 'It drips at **night**.',
  language: 'en',
};

export const openCommunity = async (): Promise<CommunityStage> => {
  const stage = await openStage();
  const app = stage.http((http, deps) => communityRoutes(http, { ...deps, addressSecret: 'a secret of the test' }));
  let people = 0;

  const person = (id: string): Person => {
    people += 1;
    // Each from an address of their own, so that only the tests of the limits meet them.
    const remoteAddress = `10.0.${Math.floor(people / 250)}.${people % 250}`;
    const ask: Person['ask'] = async (method, path, body) => {
      const options: InjectOptions = { method, url: `/api/v1/community/${path}`, remoteAddress };
      if (id !== '') options.headers = await stage.session(id);
      if (body !== undefined) options.payload = body;
      const answer = await app.inject(options);
      const isJson = String(answer.headers['content-type']).includes('json');
      return {
        status: answer.statusCode,
        code: isJson && answer.statusCode >= 400 ? answer.json<{ code: string }>().code : undefined,
        retryAfter: answer.headers['retry-after'],
        json: () => answer.json<unknown>(),
      };
    };
    const made = async (answer: Promise<Answer>): Promise<string> => {
      const { status, json } = await answer;
      if (status !== 201) throw new Error(`answered ${status}: ${JSON.stringify(json())}`);
      return (json() as { id: string }).id;
    };
    return {
      id,
      ask,
      post: (rest) => made(ask('POST', 'posts', { ...aPost, ...rest })),
      reply: (post, body = 'So does mine.') => made(ask('POST', `posts/${post}/replies`, { body, language: 'en' })),
      like: (item, liked = true) => ask('PUT', `${item}/like`, { liked }),
    };
  };

  const named = async (name: string, change = ''): Promise<Person> => {
    const { userId } = await stage.seed.home();
    await stage.seed.owner`update profiles set display_name = ${name} where user_id = ${userId}`;
    if (change === 'guest') await stage.seed.owner`update profiles set is_guest = true where user_id = ${userId}`;
    if (change === 'administrator') await stage.seed.owner`insert into administrators (user_id) values (${userId})`;
    return person(userId);
  };
  const visitor = person('');
  return {
    ...stage,
    app,
    visitor,
    member: (name = 'Member') => named(name),
    guest: () => named('Guest', 'guest'),
    administrator: (name = 'Team') => named(name, 'administrator'),
    list: async (query, as = visitor) => communityList.parse((await as.ask('GET', `posts?${query}`)).json()),
    read: async (post, as = visitor) => communityPost.parse((await as.ask('GET', `posts/${post}`)).json()),
    replies: async (post, query = '', as = visitor) =>
      communityReplies.parse((await as.ask('GET', `posts/${post}/replies?${query}`)).json()),
  };
};
