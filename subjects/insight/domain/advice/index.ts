/** Each advice once; a new one is a file and a line here. */
import { alwaysOn } from './always-on.ts';
import { runningLeak } from './running-leak.ts';

export const allAdvice = [alwaysOn, runningLeak] as const;
