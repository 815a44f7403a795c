/** The words of every mail, in the language of who gets it. */
import en from '../../../../locales/en/mails.json' with { type: 'json' };
import es from '../../../../locales/es/mails.json' with { type: 'json' };
import hi from '../../../../locales/hi/mails.json' with { type: 'json' };

export type MailWords = typeof en;
export const mailWords = { en, es, hi } satisfies Record<string, MailWords>;
export type MailLanguage = keyof typeof mailWords;
export const mailLanguages = Object.keys(mailWords) as MailLanguage[];

export const mailLanguage = (wanted: string | null): MailLanguage =>
  mailLanguages.find((language) => language === wanted) ?? 'en';

/** `Hello {{name}}` with the name in it; what stands in a value is not looked into again. */
export const fillWords = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (mark, name: string) => values[name] ?? mark);
