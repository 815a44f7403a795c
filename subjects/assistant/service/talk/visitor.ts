/** What somebody without an account is answered: no household stands behind it, so no figure does either. */
import type { Language } from '#catalogue/index.ts';
import type { FaqAnswer } from '#subjects/contact/contract/contact.ts';
import type { OwnAnswer } from '../asking.ts';
import { escapeMarkdown, faqLink } from '../links.ts';
import type { Intent } from '../intent.ts';
import { paragraphs } from '../usage/phrases.ts';
import { plainTips } from '../usage/tips.ts';
import { quoted } from './faq.ts';
import { bullets, exampleList, helpText, safetyText, talkTexts } from './talk.ts';

type FaqEntry = FaqAnswer['entries'][number];

const faqText = ({ key, question, answer }: FaqEntry): string =>
  paragraphs(`**[${escapeMarkdown(question)}](${faqLink(key)})**`, quoted(answer));

const greeting = (language: Language): string => {
  const t = talkTexts(language);
  return paragraphs(t('visitor-hello'), t('visitor'), t('visitor-ask'), exampleList(language, 'few'));
};

const notUnderstood = (language: Language): string => {
  const t = talkTexts(language);
  return paragraphs(t('unknown'), exampleList(language, 'few'), t('visitor'));
};

const tips = (language: Language): string => paragraphs(talkTexts(language)('visitor-tips'), plainTips(language));

type About = Intent['about'];

const ofDevices: readonly About[] = ['devices', 'device', 'switch', 'alerts'];
const ofMoney: readonly About[] = ['bill', 'closed-bill', 'bill-change', 'costs', 'tariff'];

/** What would need a household's figures: what they would show, and the tips in short. */
const ofAHome = (language: Language, about: About): string => {
  const t = talkTexts(language);
  const kind = ofDevices.includes(about) ? 'devices' : ofMoney.includes(about) ? 'money' : 'use';
  return paragraphs(
    `${t(`visitor-${kind}`)} ${t('visitor')}`,
    bullets([t('tip-shift'), t('tip-cooling'), t('tip-leaks')]),
  );
};

/** What can be said without a household; all else would need its figures. */
const withoutHome: Partial<Record<About, (language: Language) => string>> = {
  help: (language) => paragraphs(talkTexts(language)('visitor'), helpText(language)),
  greeting,
  thanks: (language) => talkTexts(language)('thanks'),
  refused: (language) => talkTexts(language)('refused'),
  'left-as-is': (language) => talkTexts(language)('left-as-is'),
  tips,
  unknown: notUnderstood,
  faq: notUnderstood,
};

/** `entry`: the frequent question that was meant, where one was. */
export const visitorReply = (language: Language, intent: Intent, entry: FaqEntry | null): OwnAnswer => {
  const { about } = intent;
  if (about === 'safety') return { text: safetyText(language, intent, null), results: [] };
  const own = withoutHome[about]?.(language) ?? ofAHome(language, about);
  return { text: entry === null ? own : faqText(entry), results: [] };
};
