/** The sets of questions, by the name that `--set=` gives. One by which the assistant is tuned belongs beside the unseen one, never in it. */
import { english as englishToCheck } from './check/en.ts';
import { spanish as spanishToCheck } from './check/es.ts';
import { hindi as hindiToCheck } from './check/hi.ts';
import type { Part } from './question.ts';
import { english as englishToTune } from './tune/en.ts';
import { spanish as spanishToTune } from './tune/es.ts';
import { hindi as hindiToTune } from './tune/hi.ts';
import { english } from './unseen/en.ts';
import { spanish } from './unseen/es.ts';
import { hindi } from './unseen/hi.ts';

export const sets: Readonly<Record<string, readonly Part[]>> = {
  unseen: [...english, ...spanish, ...hindi],
  tune: [...englishToTune, ...spanishToTune, ...hindiToTune],
  check: [...englishToCheck, ...spanishToCheck, ...hindiToCheck],
};
