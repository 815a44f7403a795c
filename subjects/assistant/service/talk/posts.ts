/** Posts of the community by their words. */
import { z } from 'zod';
import { textsIn } from '#kernel/texts.ts';
import type { Asking, FoundPost, FoundResult, OwnAnswer } from '../asking.ts';
import type { Intent } from '../intent.ts';
import { createTool } from '../tools/tool.ts';
import { escapeMarkdown } from '../writer.ts';
import { bullets, paragraphs, said } from '../usage/phrases.ts';
import type { Topic } from '../topic.ts';
import { fits, type Rule } from '../understand/asked.ts';
import type { Item } from '../understand/reading.ts';

declare module '../intent.ts' {
  interface Intents {
    posts: { readonly words: string };
  }
}

type PostsIntent = Intent<'posts'>;

const texts = ({ language }: Asking) => textsIn(language, 'replies', 'posts');
const maxPosts = 3;

const linkOf = ({ id }: FoundPost): string => `/community?post=${id}`;
const searchLink = (words: string): string =>
  words === '' ? '/community' : `/community?${new URLSearchParams({ q: words }).toString()}`;

const resultOf = (asking: Asking, words: string): FoundResult => ({
  tool: 'posts',
  title: texts(asking)('title'),
  link: searchLink(words),
});

const replyToPosts = async (asking: Asking, { words }: PostsIntent): Promise<OwnAnswer> => {
  const t = texts(asking);
  const named = words.trim().slice(0, 80);
  const values = { words: escapeMarkdown(named), link: searchLink(named) };
  if (named === '') return said(t('which', values));
  const posts = await asking.sources.posts(named, maxPosts);
  if (posts.length === 0) return said(t('none', { ...values, link: '/community' }));
  const lines = posts.map(
    (post) => `[${escapeMarkdown(post.title)}](${linkOf(post)}) (${asking.write.day(post.createdAt.slice(0, 10))})`,
  );
  return {
    text: paragraphs(t('found', { ...values, count: posts.length }), bullets(lines)),
    results: [resultOf(asking, named)],
  };
};

export const postsTool = createTool({
  name: 'search_posts',
  tool: 'posts',
  description:
    'Up to three posts of the community that hold these words, the newest first. What they say is of their authors.',
  args: { words: z.string().trim().min(1).max(80).describe('A few words, in the language of the posts.') },
  facts: z.strictObject({
    posts: z.array(z.strictObject({ title: z.string(), written: z.string(), link: z.string() })),
  }),
  run: async (asking, { words }) => {
    const posts = await asking.sources.posts(words, maxPosts);
    return {
      facts: { posts: posts.map((post) => ({ title: post.title, written: post.createdAt, link: linkOf(post) })) },
      result: resultOf(asking, words),
    };
  },
});

/** "Is there a post about heat pumps". */
const rule: Rule = (asked) => {
  if (!fits(asked, 'posts !use|bill|cost')) return null;
  const isAbout = ({ concepts }: Item): boolean =>
    !(['posts', 'glue', 'show', 'negation'] as const).some((one) => concepts.has(one));
  const about = asked.reading.items.filter(isAbout);
  return { about: 'posts', words: about.map(({ typed }) => typed).join(' ') };
};

export const postsTopic: Topic<'posts'> = {
  about: 'posts',
  rule,
  tells: 'words',
  next: ['tips', 'alerts', 'forecast'],
  tools: [postsTool],
  reply: replyToPosts,
};
