import { describe, expect, test } from 'vitest';
import { languageIds } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import { asks } from '../money/testing-money.ts';
import { replyToIntent } from '../topics.ts';
import { postsTool } from './posts.ts';
import { findTerm, termIds, termTool } from './terms.ts';

describe('terms', () => {
  test.each(languageIds)('%s: each is found by its name and every other name of it', (language) => {
    const t = textsIn(language, 'terms');
    for (const id of termIds)
      for (const name of [t(`${id}.name`), ...t(`${id}.also`).split(', ')])
        expect([name, findTerm(name, language)]).toEqual([name, id]);
  });

  test.each([
    ['en', 'a slab tariff', 'block-tariff'],
    ['es', 'el término de potencia', 'contracted-power'],
    ['es', 'horas valle', 'peak-valley'],
    ['hi', 'स्लैब रेट', 'block-tariff'],
    ['en', 'contracted-power', 'contracted-power'],
    ['en', 'mortgage', null],
    ['es', 'el factor de potencia', null],
    ['en', 'reactive kWh', null],
  ] as const)('%s: %s', (language, term, id) => expect(findTerm(term, language)).toBe(id));

  test.each(languageIds)('%s: with the household’s own figure where one fits', async (language) => {
    const { text, results } = await replyToIntent(asks({ language }), { about: 'term', term: 'standing-charge' });
    expect(text).toMatch(/0[.,]81/);
    expect(results).not.toEqual([]);
    const { text: plain } = await replyToIntent(asks({ language }), { about: 'term', term: 'kwh' });
    expect(plain).toMatch(/^\*\*kWh\*\*: /);
  });

  test('one that is not there is said, and a program is told which are', async () => {
    const { text } = await replyToIntent(asks(), { about: 'term', term: '*mortgage*' });
    expect(text).toContain('“\\*mortgage\\*” is not among');
    await expect(termTool.run(asks(), { term: 'mortgage' })).rejects.toThrow('kwh');
    expect((await termTool.run(asks(), { term: 'slab' })).facts).toMatchObject({ term: 'Block tariff' });
  });
});

describe('posts', () => {
  const post = { id: '7', title: 'Heat *pump* noise', createdAt: '2026-11-02T10:00:00.000Z' };
  const asking = (found: readonly (typeof post)[]) => asks({ sources: { posts: async () => found } });
  const said = async (found: readonly (typeof post)[], words = 'heat pump') =>
    (await replyToIntent(asking(found), { about: 'posts', words })).text;

  test('are found by their words, each with its link', async () => {
    expect(await said([post])).toBe(
      'One post about “heat pump”:\n\n- [Heat \\*pump\\* noise](/community?post=7) (2 November 2026)',
    );
    expect(await said([post, { ...post, id: '8' }])).toContain('[all of them](/community?q=heat+pump)');
    expect(await said([])).toContain('No post of the [community](/community) mentions “heat pump” yet.');
    expect(await said([], ' ')).toContain('Which words');
    expect((await postsTool.run(asking([post]), { words: 'pump' })).facts).toMatchObject({
      posts: [{ title: post.title }],
    });
  });
});

test.each(languageIds)(
  '%s: what no meter knows is said in a kind sentence, with what can be told',
  async (language) => {
    for (const what of ['weather', 'health', 'politics', 'world', 'help-at-home'] as const) {
      const { text, results } = await replyToIntent(asks({ language }), { about: 'beyond', what });
      expect(text.length).toBeGreaterThan(60);
      expect(results).toEqual([]);
    }
  },
);
