/** Each kind of waiting mail in words. What a stranger wrote goes to the operator alone: nobody can use us to write to others. */
import type { Mail } from '../../platform/mail.ts';
import { fillWords, mailLanguage, mailWords } from '../../platform/mail-words.ts';
import { type MailedNotice, noticesText } from './notices-mail.ts';

export interface WaitingMail {
  id: number;
  kind: 'contact' | 'contact-received' | 'faq-answered' | 'faq-rejected' | 'account-ending' | 'notices' | 'invitation';
  attempts: number;
  /** Null: the operator. */
  recipient: string | null;
  reference: string | null;
  language: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  topic: keyof (typeof mailWords)['en']['topics'] | null;
  subject: string | null;
  message: string | null;
  sent_at: Date | null;
  question: string | null;
  reason: string | null;
  entry_key: string | null;
  answer: string | null;
  /** When the end of an account was asked for, and when it comes; when an invitation ends. */
  asked_at: Date | null;
  due_at: Date | null;
  time_zone: string;
  /** Of the household that notices are of. */
  country: string | null;
  units: 'metric' | 'us' | null;
  notices: readonly MailedNotice[] | null;
  /** Of an invitation: what its link is made of, and what somebody is invited as. */
  token: string | null;
  role: 'member' | 'viewer' | null;
}

/** A head of a mail is one line, whatever is in its parts. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const paragraphs = (...parts: (string | null)[]): string => `${parts.filter(Boolean).join('\n\n')}\n`;

export const writeMail = (mail: WaitingMail, operator: string | null, origin: string): Mail => {
  const language = mailLanguage(mail.language);
  const words = mailWords[language];
  const to = oneLine(mail.recipient ?? operator ?? '');
  const topic = words.topics[mail.topic ?? 'general'];
  const reference = mail.reference ?? '';
  switch (mail.kind) {
    case 'contact': {
      const name = oneLine(mail.name ?? '');
      const address = oneLine(mail.email ?? '');
      const { subject, intro, ...labels } = words.contact;
      const facts: [string, string | null][] = [
        [labels.name, name],
        [labels.email, address],
        [labels.phone, mail.phone],
        [labels.topic, topic],
        [labels.subjectLabel, mail.subject],
        [labels.language, words.languageName],
        [labels.sentAt, mail.sent_at?.toISOString() ?? null],
        [labels.reference, reference],
      ];
      const list = facts.filter(([, value]) => value).map(([label, value]) => `${label}: ${oneLine(value ?? '')}`);
      return {
        to,
        replyTo: { name, address },
        subject: oneLine(fillWords(subject, { topic, subject: mail.subject ?? '' })),
        text: paragraphs(fillWords(intro, { name, email: address }), list.join('\n'), '--', mail.message),
      };
    }
    case 'contact-received': {
      const { subject, body, meanwhile, footer } = words.received;
      const link = `${origin}/contact#questions`;
      return {
        to,
        isAutomatic: true,
        subject: fillWords(subject, { reference }),
        text: paragraphs(fillWords(body, { reference, topic }), fillWords(meanwhile, { link }), footer),
      };
    }
    case 'faq-answered': {
      const { subject, body, link, footer } = words.answered;
      const address = `${origin}/contact#faq-${mail.entry_key ?? ''}`;
      return {
        to,
        isAutomatic: true,
        subject,
        link: address,
        text: paragraphs(body, mail.question, mail.answer, fillWords(link, { link: address }), footer),
      };
    }
    case 'faq-rejected': {
      const { subject, body, footer } = words.rejected;
      return {
        to,
        isAutomatic: true,
        subject,
        text: paragraphs(body, mail.reason, fillWords(footer, { link: `${origin}/contact` })),
      };
    }
    case 'account-ending': {
      const { subject, body, keep, footer } = words.ending;
      const writer = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: mail.time_zone });
      const dates = { asked: writer.format(mail.asked_at ?? undefined), day: writer.format(mail.due_at ?? undefined) };
      const link = `${origin}/profile`;
      return {
        to,
        isAutomatic: true,
        subject: fillWords(subject, dates),
        link,
        text: paragraphs(fillWords(body, dates), fillWords(keep, { link }), footer),
      };
    }
    case 'invitation': {
      const { subject, somebody, body, can, link: open, once, footer } = words.invitation;
      const link = `${origin}/join#${mail.token ?? ''}`;
      const writer = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: mail.time_zone });
      const values = { who: oneLine(mail.email ?? somebody), day: writer.format(mail.due_at ?? undefined), link };
      const may = can[mail.role ?? 'viewer'];
      return {
        to,
        isAutomatic: true,
        subject: fillWords(subject, values),
        link,
        text: paragraphs(fillWords(body, values), may, fillWords(open, values), fillWords(once, values), footer),
      };
    }
    case 'notices': {
      const { country, time_zone: timeZone, units } = mail;
      const reader = { language, country, timeZone, units: units ?? 'metric' };
      const told = noticesText(mail.notices ?? [], reader, origin);
      return {
        to,
        isAutomatic: true,
        subject: oneLine(told.subject),
        link: `${origin}/dashboard`,
        unsubscribe: `${origin}/profile#notifications`,
        text: paragraphs(...told.paragraphs),
      };
    }
  }
};
