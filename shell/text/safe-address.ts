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
