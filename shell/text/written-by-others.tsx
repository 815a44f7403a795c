import type { ReactNode } from 'react';
import { languageFacts, languageIds, toLanguage } from '#catalogue/index.ts';

/** The language that a text is written in, as far as its letters tell; else what its author's page was in. */
export function scriptOf(text: string, language?: string): string | undefined {
  if (/[\u0900-\u097f]/.test(text)) return languageIds.find((one) => languageFacts(one).script === 'devanagari');
  const known = toLanguage(language);
  if (known === undefined || languageFacts(known).script === 'latin') return language;
  return languageIds.find((one) => languageFacts(one).script === 'latin');
}

const allowed = new Set(['http:', 'https:', 'mailto:']);

/** Where a link may lead, written out in full; undefined for anything but http, https and mailto. */
export function safeAddress(written: string): string | undefined {
  // Browsers drop tabs and line breaks within an address: "java\nscript:" must not come through either.
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\u0000-\u0020\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/.test(written)) return undefined;
  try {
    const url = new URL(written);
    if (!allowed.has(url.protocol)) return undefined;
    // "https://bank.example@elsewhere.example" leads elsewhere.
    if (url.username !== '' || url.password !== '') return undefined;
    return url.href;
  } catch {
    return undefined;
  }
}

/** It says nothing of us to where it leads, and gives no credit for being mentioned. */
export function OutsideLink({ address, children }: { address: string; children: ReactNode }) {
  return (
    <a
      href={address}
      rel="nofollow noopener noreferrer ugc"
      className="font-semibold text-leaf underline underline-offset-2"
    >
      {children}
    </a>
  );
}
