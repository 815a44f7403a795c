import { fold, soundOf } from '../../platform/fold.ts';
import type { SearchEntry } from './search-entry.ts';

const leastSound = 2;
const weights = { title: 8, titleWord: 6, word: 4, titleSound: 3, sound: 2, inside: 1 };

/** Entries that have every word of the query, the best first; equal ones keep their order. */
export function rankEntries(query: string, entries: readonly SearchEntry[]): SearchEntry[] {
  const asked = fold(query).split(' ').filter(Boolean);
  if (asked.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(asked, entry) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

/** 0 when a word of the query is nowhere in the entry. */
function scoreOf(asked: readonly string[], entry: SearchEntry): number {
  const title = fold(entry.title);
  const words = [title, ...entry.words.map(fold)].join(' ').split(' ');
  const titleWords = title.split(' ');
  let sum = 0;
  for (const [index, token] of asked.entries()) {
    const score = scoreOfToken(token, index === 0 ? title : '', titleWords, words);
    if (score === 0) return 0;
    sum += score;
  }
  return sum / asked.length;
}

function scoreOfToken(token: string, title: string, titleWords: readonly string[], words: readonly string[]): number {
  if (title.startsWith(token)) return weights.title;
  if (titleWords.some((word) => word.startsWith(token))) return weights.titleWord;
  if (words.some((word) => word.startsWith(token))) return weights.word;
  const sound = soundOf(token);
  const soundsLike = (word: string) => soundOf(word).startsWith(sound);
  if (sound.length >= leastSound && titleWords.some(soundsLike)) return weights.titleSound;
  if (sound.length >= leastSound && words.some(soundsLike)) return weights.sound;
  return token.length > 2 && words.some((word) => word.includes(token)) ? weights.inside : 0;
}
