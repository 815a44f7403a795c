/** Texts of the assistant, in the reader's language, with their plurals. */
import type { Language } from '@wattershed/catalogue';

type Texts = Readonly<Record<string, string>>;
type StemOf<Key> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : never;

const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));

/** `key_one` and `key_other` are the plurals of `key`. */
export const createWords = <Catalogue extends Texts>(catalogues: Record<Language, Catalogue>) => {
  type Key = Extract<keyof Catalogue, string>;
  return (language: Language) => {
    const texts: Texts = catalogues[language];
    const plurals = new Intl.PluralRules(language);
    return {
      t: (key: Key, values: Readonly<Record<string, string | number>> = {}): string => fill(texts[key] ?? key, values),
      /** `count` chooses the plural; it is written as `values.count` has it, else as it is. */
      count: (key: StemOf<Key>, count: number, values: Readonly<Record<string, string | number>> = {}): string =>
        fill(texts[`${key}_${plurals.select(count)}`] ?? texts[`${key}_other`] ?? key, { count, ...values }),
    };
  };
};
