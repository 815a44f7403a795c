/** The rules that look at a home once a day. */
import type { Rule } from './rule.ts';

export const rules: readonly Rule[] = [];
