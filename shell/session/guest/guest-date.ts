import type { Language } from '#catalogue/index.ts';
import { environment } from '../../data/env.ts';
import { createFormat, regionalOf } from '../../text/format.ts';
import { guestKeptUntil } from './guest-credentials.ts';

/** The day until which a guest of today is kept, e.g. "27 November". */
export function guestDate(language: Language): string {
  const until = guestKeptUntil(new Date(), environment().guestDays);
  return createFormat(language, regionalOf(null)).date(until, { day: 'numeric', month: 'long' });
}
