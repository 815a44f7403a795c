import type { Language } from '@wattershed/catalogue';
import { environment } from './env.ts';
import { createFormat, regionalOf } from './format.ts';
import { guestKeptUntil } from './guest-credentials.ts';

/** The day until which a guest of today is kept, e.g. "27 November". */
export function guestDate(language: Language): string {
  const until = guestKeptUntil(new Date(), environment().guestDays);
  return createFormat(language, regionalOf(null)).date(until, { day: 'numeric', month: 'long' });
}
