/** Money on paper: its codes and signs as the runtime knows them (CLDR), with a few that it does not, and whose a sign is that many lands have. */
import type { Speech } from './languages.ts';

const currencyCodes: readonly string[] = Intl.supportedValuesOf('currency').filter(
  (code) => !/^X|^(?:TOP|ALL)$/.test(code),
);

/** Signs, with the currencies that are written so: a dollar is many lands'. */
const currencySigns = new Map<string, readonly string[]>();
const putSign = (sign: string, code: string): void => {
  const codes = currencySigns.get(sign) ?? [];
  if (!codes.includes(code)) currencySigns.set(sign, [...codes, code]);
};
for (const code of currencyCodes) {
  const format = (display: 'symbol' | 'narrowSymbol'): string =>
    new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: display })
      .formatToParts(1)
      .find(({ type }) => type === 'currency')?.value ?? code;
  // Letters alone could be any word's: those that are written small, and two that many homes have.
  for (const sign of new Set([format('symbol'), format('narrowSymbol')]))
    if (sign !== code && (/[^A-Za-z. ]/.test(sign) || /^[A-Z]?[a-z]{1,2}$/.test(sign) || /^(?:R|RM)$/.test(sign)))
      putSign(sign, code);
}
for (const [sign, code] of Object.entries({
  US$: 'USD',
  Rs: 'INR',
  'Rs.': 'INR',
  रु: 'INR',
  'रु.': 'INR',
  रुपये: 'INR',
  रुपए: 'INR',
  euro: 'EUR',
  euros: 'EUR',
  Euro: 'EUR',
  Euros: 'EUR',
  TL: 'TRY',
  lei: 'RON',
  Lei: 'RON',
  'kr.': 'DKK',
  円: 'JPY',
  원: 'KRW',
  元: 'CNY',
  บาท: 'THB',
  руб: 'RUB',
  грн: 'UAH',
  лв: 'BGN',
  'Fr.': 'CHF',
  // Of the lands that write so, that of most homes.
  '£': 'GBP',
  '¥': 'JPY',
  '₩': 'KRW',
}))
  currencySigns.set(sign, [...new Set([code, ...(currencySigns.get(sign.replace(/\.$/, '')) ?? [])])]);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const signs = [...currencySigns.keys()]
  .toSorted((a, b) => b.length - a.length)
  .map(
    (sign) =>
      `${escaped(sign)}${/[\p{L}\p{M}]$/u.test(sign) ? '(?![\\p{L}\\p{M}])' : ''}${sign === 'Rp' ? '(?!\\.?\\s*/)' : ''}`,
  );
/** Letters of a sign stand alone, but for digits. */
export const currency = `(?:(?<![\\p{L}\\p{M}])(?:${currencyCodes.join('|')})(?!\\p{L})|(?<![\\p{L}\\p{M}])(?:${signs.join('|')})|[€£$₹¥])`;
const currencyMark = new RegExp(currency, 'gu');

/** What one land alone prints: a number of its register of taxes, by name and form, its tax, or what its money is of. */
const marksOfLands: Readonly<Record<string, RegExp>> = {
  AR: /C\.?U\.?I\.?T\.?[: ]+\d\d-?\d{8}-?\d(?!\d)/u,
  AU: /A\.?B\.?N\.?[: ]+\d\d ?\d{3} ?\d{3} ?\d{3}(?!\d)/u,
  CA: /(?<!\p{L})(?:HST|QST|TVQ)(?!\p{L})|\d{9} ?RT ?\d{4}(?!\d)/u,
  CL: /R\.?U\.?T\.?[: ]+\d{1,2}\.?\d{3}\.?\d{3}-[\dK]/u,
  CO: /N\.?I\.?T\.?[: ]+\d{3}\.?\d{3}\.?\d{3}-\d(?!\d)/u,
  DK: /CVR[-.:\p{L} ]{1,6}\d{2} ?\d{2} ?\d{2} ?\d{2}(?!\d)/u,
  MX: /R\.?F\.?C\.?[: ]+[A-ZÑ&]{3,4}[- ]?\d{6}[- ]?[A-Z\d]{3}(?!\p{L})/u,
  NO: /\d{3} ?\d{3} ?\d{3} ?MVA(?!\p{L})/u,
  NZ: /GST[-.:\p{L} ]{1,16}\d{2,3}-\d{3}-\d{3}(?!\d)|NZBN/u,
  SE: /Org[-.:\p{L} ]{1,20}\d{6}-\d{4}(?!\d)|(?<!\p{L})öre(?!\p{L})/u,
  SG: /UEN[-.:\p{L} ]{1,6}\d{8,9}[A-Z]/u,
};
/** Signs that say nothing by themselves. */
const isAnybodys = /^(?:\$|kr)$/;
const netNames =
  /(?:(?:www\.|@|:\/\/)[\p{L}\d.-]*|[\p{L}\d-]{2}\.(?:com?|org|net|gov|gob))\.([a-z]{2})(?![\p{L}\d]|[.-]\p{L})/giu;
const namesLand = (text: string, land: string, languages: readonly string[]): boolean =>
  [...new Set(['en', ...languages])].some((language) => {
    const name = new Intl.DisplayNames([language], { type: 'region', style: 'short' }).of(land) ?? '';
    return name.length > 3 && new RegExp(`(?<![\\p{L}\\p{M}])${escaped(name)}(?!\\p{L})`, 'u').test(text);
  });
const speaksIn = (land: string, languages: readonly string[]): boolean =>
  languages.includes(new Intl.Locale(`und-${land}`).maximize().language);

interface Told {
  readonly text: string;
  readonly figures: readonly { readonly currency?: string | undefined }[];
}
/** By its code or a sign that no other has; a sign of many lands only where something else says of which. */
export const currencyOf = (
  segments: readonly Told[],
  { languages }: Speech,
  isMonthFirst: boolean,
): string | undefined => {
  const votes = new Map<string, number>();
  const text = segments.map((one) => one.text).join('\n');
  const vote = (written: string): void => void votes.set(written, (votes.get(written) ?? 0) + 1);
  for (const { figures } of segments) for (const one of figures) if (one.currency !== undefined) vote(one.currency);
  for (const [written] of text.matchAll(currencyMark)) if (written.length > 1 || !/\w/.test(written)) vote(written);
  const codesOf = (written: string): readonly string[] => currencySigns.get(written) ?? [written];
  const best = [...votes].toSorted((a, b) => b[1] - a[1])[0]?.[0];
  // Dates begin with the month in the United States, as in few other lands.
  const isAmerican = isMonthFirst || /\p{L}{3,}\.? \d{1,2}, 20\d\d/u.test(text);
  if (best === undefined) return isAmerican ? 'USD' : undefined;
  const codes = codesOf(best);
  const told = new Set(
    [...votes.keys()].filter((written) => written !== best && codesOf(written).length === 1).flatMap(codesOf),
  );
  const hosts = new Set(Array.from(text.matchAll(netNames), ([, land = '']) => land.toUpperCase()));
  const evidence: readonly ((code: string, land: string) => boolean)[] = [
    () => true,
    (code) => told.has(code),
    (_, land) => hosts.has(land) || marksOfLands[land]?.test(text) === true,
    (code) => isAmerican && code === 'USD',
    (_, land) => namesLand(text, land, languages),
    (_, land) => speaksIn(land, languages),
  ];
  for (const speaksFor of evidence) {
    // A code of ISO 4217 begins with that of its land, as names of places on the net end with it.
    const [only, ...more] = codes.filter((code) => speaksFor(code, code.slice(0, 2)));
    if (only !== undefined && more.length === 0) return only;
  }
  return isAnybodys.test(best) ? undefined : codes[0];
};
