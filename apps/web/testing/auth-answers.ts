import { sessionStorageKey } from '#shell/session/stored-session.ts';

const hour = 3600;

export interface TestUser {
  id: string;
  email: string;
  displayName: string;
}

export const asha: TestUser = {
  id: '5b1e6f0a-0000-4000-8000-000000000001',
  email: 'asha@example.com',
  displayName: 'Asha',
};

export function userAnswer({ id, email, displayName }: TestUser) {
  return {
    id,
    email,
    aud: 'authenticated',
    app_metadata: {},
    user_metadata: { display_name: displayName },
    created_at: '2026-11-01T00:00:00Z',
  };
}

/** What the backend answers to a sign-in; the token is no real one, only the far side would read it. */
export function sessionAnswer(user: TestUser, token = 'token-1') {
  const expiresAt = Math.floor(Date.now() / 1000) + hour;
  return {
    access_token: token,
    refresh_token: `refresh-${token}`,
    token_type: 'bearer',
    expires_in: hour,
    expires_at: expiresAt,
    user: userAnswer(user),
  };
}

/** As after an earlier visit: the session lies in local storage. */
export function storeSession(user: TestUser = asha, token?: string): void {
  localStorage.setItem(sessionStorageKey, JSON.stringify(sessionAnswer(user, token)));
}

/** What a mail's link brings after `#` for this person; the client reads when the token ends, nobody here who signed it. */
export function linkHash(
  user: TestUser,
  type: 'signup' | 'recovery' | 'email_change' | 'magiclink' = 'magiclink',
): string {
  const token = linkToken(user);
  return `#access_token=${token}&refresh_token=refresh-of-link&expires_in=3600&token_type=bearer&type=${type}`;
}

export function linkToken({ id }: TestUser, claims: object = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ sub: id, exp: 4_000_000_000, ...claims })}.c2lnbmVk`;
}

export const phoneFactor = {
  id: 'fac70000-0000-4000-8000-000000000001',
  factor_type: 'totp',
  friendly_name: 'My phone',
  status: 'verified',
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
};

/** A user who has to give a code as well. */
export function userWithFactors(user: TestUser, factors: object[] = [phoneFactor]) {
  return { ...userAnswer(user), factors };
}

/** What the backend answers to the password alone (`aal1`), and to the code after it (`aal2`). */
export function sessionOfLevel(user: TestUser, aal: 'aal1' | 'aal2', factors: object[] = [phoneFactor]) {
  const payload = Buffer.from(JSON.stringify({ sub: user.id, aal, amr: [] })).toString('base64url');
  return { ...sessionAnswer(user, `head.${payload}.signature`), user: userWithFactors(user, factors) };
}
