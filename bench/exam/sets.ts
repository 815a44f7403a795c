/** The sets of questions, by the name that `--set=` gives: `unseen` is told once; by `tune` the assistant is mended; who mends it does not read `check`. */
import { hindi as hindiToCheck } from './check/hi.ts';
import type { Part } from './question.ts';
import { hindi as hindiToTune } from './tune/hi.ts';
import { english } from './unseen/en.ts';
import { spanish } from './unseen/es.ts';
import { hindi } from './unseen/hi.ts';

export const sets: Readonly<Record<string, readonly Part[]>> = {
  unseen: [...english, ...spanish, ...hindi],
  tune: [...hindiToTune],
  check: [...hindiToCheck],
};
