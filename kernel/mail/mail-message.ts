type MailKind = 'recovery' | 'signup' | 'email_change' | 'email_change_note' | 'guesses' | 'other';

export interface AuthMail {
  to: string;
  kind: MailKind;
  link: string;
  language: string | null;
}

const KINDS = new Set<MailKind>(['recovery', 'signup', 'email_change']);

export interface VerifyLink {
  token: string;
  kind: MailKind;
}

/** The one-time token in the text that lite wrote; its link is made anew, because it forgets where to lead. */
export function findVerifyLink(text: string): VerifyLink | undefined {
  const found = /https?:\/\/\S+\/auth\/v1\/verify\?\S+/.exec(text)?.[0];
  if (!found) return undefined;
  const query = new URL(found).searchParams;
  const token = query.get('token');
  const type = query.get('type') as MailKind | null;
  return token && type ? { token, kind: KINDS.has(type) ? type : 'other' } : undefined;
}

export function verifyLink(origin: string, { token, kind }: VerifyLink, redirectTo: string): string {
  const url = new URL('/auth/v1/verify', origin);
  url.search = new URLSearchParams({ token, type: kind, redirect_to: redirectTo }).toString();
  return url.href;
}
