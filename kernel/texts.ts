/** Every text that the service says (mails, PDF files, the assistant), from the catalogues that the web reads too. */
import { readFileSync } from 'node:fs';
import { defaultLanguage, type Language } from '#catalogue/index.ts';
import i18next from 'i18next';
import type advice from '#locales/en/advice.json';
import type billing from '#locales/en/billing.json';
import type costs from '#locales/en/billing-costs.json';
import type weather from '#locales/en/billing-weather.json';
import type compare from '#locales/en/compare.json';
import type contact from '#locales/en/contact.json';
import type demo from '#locales/en/demo.json';
import type feasts from '#locales/en/feasts.json';
import type homeAssistant from '#locales/en/home-assistant.json';
import type mails from '#locales/en/mails.json';
import type noticeTexts from '#locales/en/notice-texts.json';
import type pdf from '#locales/en/pdf.json';
import type replies from '#locales/en/replies.json';
import type report from '#locales/en/report.json';
import type rooms from '#locales/en/rooms.json';
import type rules from '#locales/en/rules.json';
import type search from '#locales/en/search.json';
import type sessions from '#locales/en/sessions.json';
import type terms from '#locales/en/terms.json';

interface Subjects {
  advice: typeof advice;
  billing: typeof billing;
  'billing-costs': typeof costs;
  'billing-weather': typeof weather;
  compare: typeof compare;
  contact: typeof contact;
  demo: typeof demo;
  feasts: typeof feasts;
  'home-assistant': typeof homeAssistant;
  mails: typeof mails;
  'notice-texts': typeof noticeTexts;
  pdf: typeof pdf;
  replies: typeof replies;
  report: typeof report;
  rooms: typeof rooms;
  rules: typeof rules;
  search: typeof search;
  sessions: typeof sessions;
  terms: typeof terms;
}

/** A plural is asked for by its stem. */
type Named<Key extends string> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem | Key : Key;
type KeyOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Named<Key> : `${Key}.${KeyOf<Texts[Key]>}`;
}[keyof Texts & string];
type Values = Readonly<Record<string, string | number>>;
type Say<Texts> = (key: KeyOf<Texts>, values?: Values) => string;

export const localesFolder = new URL(
  import.meta.url.endsWith('.ts') ? '../locales/' : '../../../locales/',
  import.meta.url,
);

/** A file of a language as it stands. */
export const readTexts = (language: Language, subject: string): object =>
  JSON.parse(readFileSync(new URL(`${language}/${subject}.json`, localesFolder), 'utf8'));

/** What stands in a value is not looked into again: it may be what people wrote. A number is chosen by `count`, and written as `counted` where that is given. */
const fill = (text: string, values: Values, key: string): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = (name === 'count' ? values['counted'] : undefined) ?? values[name];
    if (value === undefined) console.error(`The text ${key} lacks its ${name}`);
    return String(value ?? '');
  });

const i18n = i18next.createInstance();
void i18n
  .use({
    type: 'i18nFormat',
    init: () => undefined,
    parse: (text: string, values: Values, _language: string, _subject: string, key: string) => fill(text, values, key),
  })
  .init({ lng: defaultLanguage, fallbackLng: false, initAsync: false, resources: {} });

/** Says the texts of a subject, or of a part of it, in a language: `textsIn('es', 'mails')('answered.subject')`. */
export function textsIn<Subject extends keyof Subjects>(language: Language, subject: Subject): Say<Subjects[Subject]>;
export function textsIn<Subject extends keyof Subjects, Part extends keyof Subjects[Subject] & string>(
  language: Language,
  subject: Subject,
  part: Part,
): Say<Subjects[Subject][Part]>;
export function textsIn(language: Language, subject: string, part?: string): Say<Record<string, string>> {
  if (!i18n.hasResourceBundle(language, subject)) {
    i18n.addResourceBundle(language, subject, readTexts(language, subject));
  }
  const prefix = part === undefined ? '' : `${part}.`;
  return (key, values = {}) => i18n.t(`${prefix}${key}`, { ...values, lng: language, ns: subject });
}
