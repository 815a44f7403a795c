import type { Part } from '../question.ts';
import { home } from './hi/home.ts';
import { latinTalk } from './hi/latin-talk.ts';
import { latinUse } from './hi/latin-use.ts';
import { talk } from './hi/talk.ts';
import { use } from './hi/use.ts';

/** Hindi is counted apart by the letters it is typed in. */
export const hindi: readonly Part[] = [
  { name: 'Hindi, Devanagari', language: 'hi', of: (f) => [use(f), home(f), talk(f)] },
  { name: 'Hindi, Latin letters', language: 'hi', of: (f) => [latinUse(f), latinTalk(f)] },
];
