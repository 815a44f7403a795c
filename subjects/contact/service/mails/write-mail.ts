/** Each kind of waiting mail in words. What a stranger wrote goes to the operator alone: nobody can use us to write to others. */
import { defaultLanguage, languageFacts, noticeKinds, toLanguage } from '#catalogue/index.ts';
import type { contactTopics } from '../../contract/contact-terms.ts';
import type { Mail } from '#kernel/mail/mailer.ts';
import { readUserAgent } from '#kernel/people/user-agent.ts';
import { textsIn } from '#kernel/texts.ts';
import { type AccountEventKind, calledEvent } from '#subjects/identity/contract/sessions.ts';
import { refuseNotices } from '../../contract/refuse-notices.ts';
import { type MailedNotice, noticesText } from './notices-mail.ts';
import type { Refusals } from './refusals.ts';

export interface WaitingMail {
  id: number;
  kind:
    | 'contact'
    | 'contact-received'
    | 'faq-answered'
    | 'faq-rejected'
    | 'account-ending'
    | 'account-event'
    | 'notices'
    | 'invitation'
    | 'report';
  attempts: number;
  /** Null: the operator. */
  recipient: string | null;
  reference: string | null;
  language: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  topic: (typeof contactTopics)[number] | null;
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
  /** Of what happened to an account. */
  event: AccountEventKind | null;
  event_name: string | null;
  user_agent: string | null;
  /** Of a report, which is written when it is due: the same with its looks. */
  html: string | null;
  /** Whom notices are told to. */
  notices_to: string | null;
}

/** A head of a mail is one line, whatever is in its parts. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const paragraphs = (...parts: (string | null)[]): string => `${parts.filter(Boolean).join('\n\n')}\n`;

export const writeMail = (mail: WaitingMail, operator: string | null, origin: string, refusals: Refusals): Mail => {
  const language = toLanguage(mail.language) ?? defaultLanguage;
  const t = textsIn(language, 'mails');
  const to = oneLine(mail.recipient ?? operator ?? '');
  const topic = textsIn(language, 'contact')(`topics.${mail.topic ?? 'general'}`);
  const reference = mail.reference ?? '';
  switch (mail.kind) {
    case 'contact': {
      const name = oneLine(mail.name ?? '');
      const address = oneLine(mail.email ?? '');
      const facts: [string, string | null][] = [
        [t('contact.name'), name],
        [t('contact.email'), address],
        [t('contact.phone'), mail.phone],
        [t('contact.topic'), topic],
        [t('contact.subjectLabel'), mail.subject],
        [t('contact.language'), languageFacts(language).name],
        [t('contact.sentAt'), mail.sent_at?.toISOString() ?? null],
        [t('contact.reference'), reference],
      ];
      const list = facts.filter(([, value]) => value).map(([label, value]) => `${label}: ${oneLine(value ?? '')}`);
      return {
        to,
        replyTo: { name, address },
        subject: oneLine(t('contact.subject', { topic, subject: mail.subject ?? '' })),
        text: paragraphs(t('contact.intro', { name, email: address }), list.join('\n'), '--', mail.message),
      };
    }
    case 'contact-received': {
      const link = `${origin}/contact#questions`;
      return {
        to,
        isAutomatic: true,
        subject: t('received.subject', { reference }),
        text: paragraphs(
          t('received.body', { reference, topic }),
          t('received.meanwhile', { link }),
          t('received.footer'),
        ),
      };
    }
    case 'faq-answered': {
      const link = `${origin}/contact#faq-${mail.entry_key ?? ''}`;
      return {
        to,
        isAutomatic: true,
        subject: t('answered.subject'),
        link,
        text: paragraphs(
          t('answered.body'),
          mail.question,
          mail.answer,
          t('answered.link', { link }),
          t('answered.footer'),
        ),
      };
    }
    case 'faq-rejected':
      return {
        to,
        isAutomatic: true,
        subject: t('rejected.subject'),
        text: paragraphs(t('rejected.body'), mail.reason, t('rejected.footer', { link: `${origin}/contact` })),
      };
    case 'account-ending': {
      const writer = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: mail.time_zone });
      const dates = { asked: writer.format(mail.asked_at ?? undefined), day: writer.format(mail.due_at ?? undefined) };
      const link = `${origin}/profile`;
      return {
        to,
        isAutomatic: true,
        subject: t('ending.subject', dates),
        link,
        text: paragraphs(t('ending.body', dates), t('ending.keep', { link }), t('ending.footer')),
      };
    }
    case 'account-event': {
      const say = textsIn(language, 'sessions');
      const writer = new Intl.DateTimeFormat(language, {
        dateStyle: 'long',
        timeStyle: 'short',
        timeZone: mail.time_zone,
      });
      const { browser, system } = readUserAgent(mail.user_agent);
      const device =
        browser !== null && system !== null
          ? say('device', { browser, system })
          : (browser ?? system ?? say('unknown'));
      const kind = mail.event ?? 'signed-in-anew';
      const name = oneLine(calledEvent({ kind, name: mail.event_name }) ?? say('events.unnamed'));
      const what = say(`events.kind.${kind}`, { name, device });
      const link = `${origin}/profile`;
      return {
        to,
        isAutomatic: true,
        subject: t('event.subject', { what }),
        link,
        text: paragraphs(
          t('event.body', { what, when: writer.format(mail.sent_at ?? undefined) }),
          t('event.fine'),
          t('event.else', { link }),
        ),
      };
    }
    case 'invitation': {
      const link = `${origin}/join#${mail.token ?? ''}`;
      const writer = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: mail.time_zone });
      const who = oneLine(mail.email ?? t('invitation.somebody'));
      return {
        to,
        isAutomatic: true,
        subject: t('invitation.subject', { who }),
        link,
        text: paragraphs(
          t('invitation.body', { who }),
          t(`invitation.can.${mail.role ?? 'viewer'}`),
          t('invitation.link', { link }),
          t('invitation.once', { day: writer.format(mail.due_at ?? undefined) }),
          t('invitation.footer'),
        ),
      };
    }
    case 'report':
      return {
        to,
        isAutomatic: true,
        subject: oneLine(mail.subject ?? ''),
        text: mail.message ?? '',
        ...(mail.html !== null && { html: mail.html }),
        unsubscribe: `${origin}/profile#notifications`,
      };
    case 'notices': {
      const { country, time_zone: timeZone, units } = mail;
      const reader = { language, country, timeZone, units: units ?? 'metric' };
      const notices = mail.notices ?? [];
      const told = noticesText(notices, reader, origin);
      const groups = [...new Set(notices.map(({ kind }) => noticeKinds[kind].group))];
      const token = refusals.write({ user: mail.notices_to ?? '', groups, language });
      return {
        to,
        isAutomatic: true,
        subject: oneLine(told.subject),
        link: `${origin}/dashboard`,
        unsubscribe: `${origin}${refuseNotices.path}?token=${token}`,
        // Programs press by https alone.
        isOneClick: origin.startsWith('https:'),
        text: paragraphs(...told.paragraphs),
      };
    }
  }
};
