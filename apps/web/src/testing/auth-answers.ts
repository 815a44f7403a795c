import { sessionStorageKey } from '../platform/stored-session.ts';

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
export function storeSession(user: TestUser = asha): void {
  localStorage.setItem(sessionStorageKey, JSON.stringify(sessionAnswer(user)));
}
