/** Writers of numbers and dates, made once for each way of writing: making one costs as much as fifty uses. */
export const numberWriter = keep(
  (locale: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
export const dateWriter = keep(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
export const listWriter = keep(
  (locale: string, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
);
export const agoWriter = keep(
  (locale: string, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

function keep<O, W>(make: (locale: string, options: O) => W): (locale: string, options: O) => W {
  const made = new Map<string, W>();
  return (locale, options) => {
    const key = locale + JSON.stringify(options);
    const kept = made.get(key) ?? make(locale, options);
    made.set(key, kept);
    return kept;
  };
}
