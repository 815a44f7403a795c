import type { Language } from '#catalogue/index.ts';
import { environment } from '../data/env.ts';
import { createFormat, regionalOf } from '../text/format.ts';

const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A throw-away address nobody else has, and a random password of eight characters. */
export function guestCredentials(domain: string): { email: string; password: string } {
  return { email: `guest-${randomText(16)}@${domain}`, password: randomText(8) };
}

function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('');
}

/** A guest's household is removed after some days unused, so each visit moves the day. */
export function guestKeptUntil(now: Date, days: number): Date {
  return new Date(now.getTime() + days * 86_400_000);
}

/** The day until which a guest of today is kept, e.g. "27 November". */
export function guestDate(language: Language): string {
  const until = guestKeptUntil(new Date(), environment().guestDays);
  return createFormat(language, regionalOf(null)).date(until, { day: 'numeric', month: 'long' });
}
