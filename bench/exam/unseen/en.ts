import type { Part } from '../question.ts';
import { home } from './en/home.ts';
import { money } from './en/money.ts';
import { talk } from './en/talk.ts';
import { use } from './en/use.ts';

export const english: readonly Part[] = [
  { name: 'English', language: 'en', of: (f) => [use(f), money(f), home(f), talk(f)] },
];
