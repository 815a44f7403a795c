import { sessionAnswer, type TestUser, userAnswer } from './auth-answers.ts';

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
