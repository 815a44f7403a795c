import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isOfMoney, isOfPrices, isOfRule, languageIds, type NoticeKind, noticeKindIds } from '#catalogue/index.ts';
import { rules } from './index.ts';
import { priceValues } from '../money-words.ts';
import { ruleValues } from './rule-values.ts';

type Texts = { readonly [key: string]: string | Texts };

const textsIn = (language: string): Texts =>
  JSON.parse(readFileSync(new URL(`../../../../locales/${language}/rules.json`, import.meta.url), 'utf8')) as Texts;

const told = {
  ...ruleValues(
    'electricity',
    {},
    { amount: String, rate: String, percent: String, duration: String, number: String, units: 'metric' },
  ),
  name: '',
  since: '',
  month: '',
};

/** Every text below, with where it stands. */
const leaves = (texts: Texts, place = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${place}${key}`, value]] : leaves(value, `${place}${key}.`),
  );

const ofMeters = noticeKindIds.filter((kind) => !isOfMoney(kind));
const ofPrices = noticeKindIds.filter(isOfPrices);

test.each([...ofMeters, ...ofPrices].map((kind) => [kind]))(
  '%s has a name and a line about it in every language',
  (kind) => {
    for (const language of languageIds)
      expect(textsIn(language)[kind], language).toMatchObject({ name: expect.any(String), about: expect.any(String) });
  },
);

test.each(ofMeters.filter(isOfRule).map((kind): [NoticeKind] => [kind]))(
  '%s is found by a rule, and says what, why and what to check with the figures that there are',
  (kind) => {
    expect(rules.some((rule) => rule.kind === kind)).toBe(true);
    for (const language of languageIds) {
      const own = textsIn(language)[kind] as Texts;
      expect(own['check'], language).toEqual(expect.any(String));
      const said = 'title' in own ? [own] : Object.values(own).filter((one) => typeof one === 'object');
      expect(said.length, language).toBeGreaterThan(0);
      for (const one of said) expect(Object.keys(one)).toEqual(expect.arrayContaining(['title', 'text']));
      for (const [place, text] of leaves(own))
        for (const [, value] of text.matchAll(/\{\{(\w+)\}\}/g))
          expect(Object.keys(told), `${language} ${place}`).toContain(value);
    }
  },
);

test.each(ofPrices.map((kind) => [kind]))(
  '%s says when, how much and what would help, with the figures that there are',
  (kind) => {
    const values = { name: '', ...priceValues('electricity', {}, { locale: 'en', amount: String }) };
    for (const language of languageIds) {
      const own = textsIn(language)[kind] as Texts;
      expect(Object.keys(own).sort(), language).toEqual(['about', 'check', 'name', 'text', 'title']);
      for (const [place, text] of leaves(own))
        for (const [, value] of text.matchAll(/\{\{(\w+)\}\}/g))
          expect(Object.keys(values), `${language} ${place}`).toContain(value);
    }
  },
);
