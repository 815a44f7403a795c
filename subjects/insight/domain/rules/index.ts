/** The rules that look at a home once a day. */
import { slowLeak } from './slow-leak.ts';
import type { Rule } from './rule.ts';

export const rules: readonly Rule[] = [slowLeak];
