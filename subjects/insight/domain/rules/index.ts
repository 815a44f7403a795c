/** The rules that look at a home once a day. */
import { alwaysOn } from './always-on-step.ts';
import { coldWash } from './cold-wash.ts';
import { deviceChange } from './device-change.ts';
import { dryPump } from './dry-pump.ts';
import { leftOn } from './left-on.ts';
import { noHeat } from './no-heat.ts';
import type { Rule } from './rule.ts';
import { slowLeak } from './slow-leak.ts';
import { unusualDay } from './unusual-day.ts';

export const rules: readonly Rule[] = [slowLeak, dryPump, noHeat, coldWash, deviceChange, leftOn, alwaysOn, unusualDay];
