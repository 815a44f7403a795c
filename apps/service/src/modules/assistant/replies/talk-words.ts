/** Words of answers that need no figures. */
import type { Language } from '@wattershed/catalogue';
import en from '../../../../../../locales/en/assistant-talk.json';
import es from '../../../../../../locales/es/assistant-talk.json';
import hi from '../../../../../../locales/hi/assistant-talk.json';
import { createWords } from '../words.ts';

export const talkWords = createWords({ en, es, hi });

export const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

const examples = ['use', 'most', 'compare', 'bill', 'now', 'leak'] as const;
type Example = (typeof examples)[number];

const fewExamples: readonly Example[] = ['use', 'compare', 'bill'];

/** Questions that can be asked as they stand. */
export const exampleList = (language: Language, which: 'all' | 'few'): string =>
  bullets((which === 'all' ? examples : fewExamples).map((name) => talkWords(language).t(`example-${name}`)));
