/** What a browser says of itself, as the names by which people know them. */

type Sign = readonly [name: string, sign: RegExp];

/** In this order: most call themselves Chrome or Safari as well. */
const browsers: readonly Sign[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
];

const systems: readonly Sign[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

const nameOf = (signs: readonly Sign[], text: string): string | null =>
  signs.find(([, sign]) => sign.test(text))?.[0] ?? null;

export const readUserAgent = (text: string | null): { browser: string | null; system: string | null } => ({
  browser: nameOf(browsers, text ?? ''),
  system: nameOf(systems, text ?? ''),
});
