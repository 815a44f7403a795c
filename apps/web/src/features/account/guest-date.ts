import { environment } from '../../platform/env.ts';
import { createFormat, regionalOf } from '../../platform/format.ts';
import { guestKeptUntil } from '../../platform/guest-credentials.ts';
import type { Language } from '../../platform/language.ts';

/** The day until which a guest of today is kept, e.g. "27 November". */
export function guestDate(language: Language): string {
  const until = guestKeptUntil(new Date(), environment().guestDays);
  return createFormat(language, regionalOf(null)).date(until, { day: 'numeric', month: 'long' });
}
