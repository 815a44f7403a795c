/** Each advice once; a new one is a file and its line here. */
import { alwaysOn } from './always-on.ts';
import { betterTariff } from './better-tariff.ts';
import { cheaperHours } from './cheaper-hours.ts';
import { powerTooHigh, powerTooLow } from './contracted-power.ts';
import { dearerBlock } from './dearer-block.ts';
import { fixtures } from './fixtures.ts';
import { runningLeak } from './running-leak.ts';

export const allAdvice = [
  alwaysOn,
  runningLeak,
  powerTooHigh,
  powerTooLow,
  cheaperHours,
  betterTariff,
  fixtures,
  dearerBlock,
] as const;

export type AdviceId = (typeof allAdvice)[number]['id'];
