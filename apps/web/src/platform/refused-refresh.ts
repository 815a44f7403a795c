/** Notices that the backend will never renew the stored session again. */
import { markEnded, storedSession } from './stored-session.ts';

/** The session is gone, its token was used by somebody else before or is none of this backend's, or the account is gone. */
const final = new Set([
  'validation_failed',
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_not_found',
  'user_banned',
]);

/** Asks as `fetch` does. The client itself would keep such a session until its last hour is over. */
export const watchingFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  const { url } = new Request(input);
  if (
    url.includes('/token?grant_type=refresh_token') &&
    answer.status >= 400 &&
    answer.status < 500 &&
    (await isFinal(answer, init))
  )
    markEnded();
  return answer;
};

// Another window may have renewed it meanwhile: then an older token was refused, and nothing has ended.
async function isFinal(answer: Response, init: RequestInit | undefined): Promise<boolean> {
  const [problem, asked] = await Promise.all([readJson(answer.clone()), readJson(new Response(init?.body ?? null))]);
  if (asked['refresh_token'] !== storedSession()?.refresh_token) return false;
  return final.has(String(problem['error_code'] ?? problem['code']));
}

async function readJson(from: Response): Promise<Record<string, unknown>> {
  try {
    return (await from.json()) as Record<string, unknown>;
  } catch {
    return {};
  }
}
