/** What the languages of many lands call months, time and money: as the runtime knows it (CLDR), so that no list of ours has to. */

const languages =
  'en es hi de fr it pt nl pl cs sk sl hr sr bg ro hu el tr sv da nb fi et lv lt is ga ru uk ja ko zh th vi id ms fil sw zu af ca eu gl cy lb sq mk ka hy az kk uz bn ta te mr gu kn ml pa ne ar he fa ur de-AT es-PE'.split(
    ' ',
  );

/** Letters without their signs: what is left of a word of India where a PDF has lost some. */
const bareOf = (word: string): string => word.replace(/[^\p{L}]/gu, '');
const plainWord = (word: string): string => word.toLowerCase().replace(/\./g, '').trim();

const monthNames = new Map<string, number>();
for (const language of languages)
  for (const options of [
    { month: 'long', day: 'numeric' },
    { month: 'short', day: 'numeric' },
    { month: 'long' },
  ] as const) {
    const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory`, { ...options, timeZone: 'UTC' });
    for (let month = 1; month <= 12; month += 1) {
      const parts = format.formatToParts(Date.UTC(2026, month - 1, 15));
      const name = plainWord(parts.find(({ type }) => type === 'month')?.value ?? '');
      if (/^\p{L}[\p{L}\p{M}]+$/u.test(name) && !monthNames.has(name)) monthNames.set(name, month);
    }
  }

const isWithin = (letters: string, word: string): boolean => {
  let at = 0;
  for (const letter of word) if (letter === letters[at]) at += 1;
  return at === letters.length;
};

const months = new Map<string, number | null>();
const findMonth = (word: string): number | null => {
  const exact = monthNames.get(word);
  if (exact !== undefined) return exact;
  if (word.length < 3) return null;
  for (const [name, month] of monthNames) if (name.startsWith(word)) return month;
  const bare = bareOf(word);
  if (!/[\u0900-\u0dff]/.test(word) || bare.length < 3) return null;
  const like = new Set(
    [...monthNames].flatMap(([name, month]) => {
      const letters = bareOf(name);
      return letters[0] === bare[0] && letters.length <= bare.length + 3 && isWithin(bare, letters) ? [month] : [];
    }),
  );
  return like.size === 1 ? ([...like][0] ?? null) : null;
};
/** From 1; also what a name begins with, where that has three letters. */
export const monthOf = (name: string): number | null => {
  const word = plainWord(name);
  const known = months.get(word);
  if (known !== undefined) return known;
  const month = findMonth(word);
  months.set(word, month);
  return month;
};

const timeUnits = ['day', 'month', 'year', 'hour'] as const;
const timeWords = new Map<string, (typeof timeUnits)[number]>();
for (const language of languages)
  for (const unit of timeUnits) {
    const formats = (['long', 'short'] as const).map(
      (unitDisplay) => new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'unit', unit, unitDisplay }),
    );
    for (const [format, count] of formats.flatMap((one) => [1, 2, 5, 30].map((many) => [one, many] as const))) {
      const word = plainWord(format.formatToParts(count).find(({ type }) => type === 'unit')?.value ?? '');
      const isWord = /^[\p{L}\p{M}]+$/u.test(word) && (word.length > 1 || /[^a-z]/.test(word));
      if (!isWord) continue;
      timeWords.set(word, timeWords.get(word) ?? unit);
      if (/[\u0900-\u0dff]/.test(word)) timeWords.set(bareOf(word), unit);
    }
  }
/** The unit of time that a word names, also with an ending of two letters more. */
export const timeUnitOf = (word: string): (typeof timeUnits)[number] | undefined => {
  const plain = plainWord(word);
  if (/[\u0900-\u0dff]/.test(plain)) return timeWords.get(plain) ?? timeWords.get(bareOf(plain));
  for (const stem of [plain, plain.slice(0, -1), plain.slice(0, -2)])
    if (stem === plain || stem.length > 2 || (stem.length > 0 && /^\P{Script=Latin}/u.test(stem))) {
      const unit = timeWords.get(stem);
      if (unit) return unit;
    }
  return undefined;
};

// Money.

export const currencyCodes: readonly string[] = Intl.supportedValuesOf('currency').filter(
  (code) => !/^X|^(?:TOP|ALL)$/.test(code),
);

/** Signs, with the currencies that are written so: a dollar is many lands'. */
export const currencySigns = new Map<string, readonly string[]>();
const put = (sign: string, code: string): void => {
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
      put(sign, code);
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
}))
  currencySigns.set(sign, [code, ...(currencySigns.get(sign) ?? [])]);
