/** Texts of answers that need no figures. */
import type { Language } from '@wattershed/catalogue';
import { textsIn } from '../../../platform/texts.ts';

export const talkTexts = (language: Language) => textsIn(language, 'replies', 'talk');

export const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

const examples = ['use', 'most', 'compare', 'bill', 'now', 'leak'] as const;
type Example = (typeof examples)[number];

const fewExamples: readonly Example[] = ['use', 'compare', 'bill'];

/** Questions that can be asked as they stand. */
export const exampleList = (language: Language, which: 'all' | 'few'): string =>
  bullets((which === 'all' ? examples : fewExamples).map((name) => talkTexts(language)(`example-${name}`)));
