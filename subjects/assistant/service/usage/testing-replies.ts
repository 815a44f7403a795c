/** Questions to the household of plain numbers, and the words that come back. */
import type { OwnAnswer } from '../asking.ts';
import type { Intent } from '../intent.ts';
import { replyToIntent } from '../topics.ts';
import type { Understood } from '../understand/lexicon/phrase-books.ts';
import { all, type FakeHome, fakeAsking, steady, yesterday } from './testing-use.ts';

export const hours = [
  ...steady('2026-11-20', 'oven', 100),
  ...steady('2026-11-20', 'tap', 2_500),
  ...steady('2026-11-21', 'main', 10),
  ...steady('2026-11-21', 'oven', 100),
  ...steady('2026-11-21', 'tap', 5_000),
  ...steady('2026-11-22', 'oven', 80, 12),
  ...steady('2026-11-22', 'tap', 2_500, 12),
];

const languages = ['en', 'es', 'hi'] as const;

export const reply = (intent: Intent, fake: FakeHome = {}): Promise<OwnAnswer> =>
  replyToIntent(fakeAsking({ hours, ...fake }), intent);

/** The words alone: a link is read as what it is written on, a space that does not break as any other. */
export const words = async (intent: Intent, fake: FakeHome = {}): Promise<string> =>
  (await reply(intent, fake)).text.replace(/\]\([^)]*\)/g, ']').replaceAll('\u00a0', ' ');

export const inEach = async (intent: Intent, fake: FakeHome = {}): Promise<Record<Understood, string>> => {
  const [en = '', es = '', hi = ''] = await Promise.all(
    languages.map((language) => words(intent, { language, ...fake })),
  );
  return { en, es, hi };
};

export const usage = (ask: Extract<Intent, { about: 'usage' }>['ask'], period = yesterday, part = all): Intent => ({
  about: 'usage',
  part,
  period,
  ask,
});
