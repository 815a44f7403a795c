import { defaultLanguage, toLanguage } from '#catalogue/index.ts';
import { textsIn } from '../texts.ts';
import type { Mail } from './mailer.ts';

type MailKind = 'recovery' | 'signup' | 'email_change' | 'email_change_note' | 'taken' | 'guesses' | 'lost_factor';

export interface AuthMail {
  to: string;
  kind: MailKind;
  link: string;
  language: string | null;
}

interface VerifyLink {
  token: string;
  kind: MailKind;
}

export function verifyLink(origin: string, { token, kind }: VerifyLink, redirectTo: string): string {
  const url = new URL('/auth/v1/verify', origin);
  url.search = new URLSearchParams({ token, type: kind, redirect_to: redirectTo }).toString();
  return url.href;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

export function writeMail(mail: AuthMail): Mail & { html: string } {
  const language = toLanguage(mail.language) ?? defaultLanguage;
  const t = textsIn(language, 'mails', 'signIn');
  const subject = t(`${mail.kind}.subject`);
  const heading = t(`${mail.kind}.heading`);
  const body = t(`${mail.kind}.body`);
  const button = t(`${mail.kind}.button`);
  const footer = t(`${mail.kind}.footer`);
  const href = escapeHtml(mail.link);
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f4f6f5;color:#1c2421;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#fff;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(heading)}</h1>
<p style="margin:0 0 24px">${escapeHtml(body)}</p>
<p style="margin:0 0 24px"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b5c4a;color:#fff;text-decoration:none">${escapeHtml(button)}</a></p>
<p style="margin:0 0 24px;font-size:13px;word-break:break-all;color:#4a5753">${href}</p>
<p style="margin:0;font-size:14px;color:#4a5753">${escapeHtml(footer)}</p>
</div>
</body>
</html>`;
  const text = `${heading}\n\n${body}\n\n${mail.link}\n\n${footer}\n`;
  return { to: mail.to, subject, text, html, link: mail.link };
}
