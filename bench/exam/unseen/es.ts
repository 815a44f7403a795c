import type { Part } from '../question.ts';
import { home } from './es/home.ts';
import { money } from './es/money.ts';
import { talk } from './es/talk.ts';
import { use } from './es/use.ts';

export const spanish: readonly Part[] = [
  { name: 'Spanish', language: 'es', of: (f) => [use(f), money(f), home(f), talk(f)] },
];
