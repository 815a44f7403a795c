import { byLanguage, defaultLanguage, type TranslatedWords } from './index.ts';
import { z } from 'zod';

/** One text for each language: of the default one there is always one, and no language is unknown. */
export const translated = (text: z.ZodType<string>): z.ZodType<TranslatedWords> =>
  z.strictObject(
    byLanguage((language) => (language === defaultLanguage ? text : text.optional())),
  ) as unknown as z.ZodType<TranslatedWords>;
