/** Errors as the outside sees them: one shape, a closed set of codes, never a stack. */
import type { ErrorCode, Problem } from '#catalogue/error-codes.ts';
import { errorCodes } from '#catalogue/error-codes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isConnectionError, isExhausted, isUndone, isUnfitInput } from '../db.ts';
import { createTellSecurity, type SecurityEvent } from '../security-events.ts';

export const statusOf: Record<ErrorCode, number> = {
  'account-ended': 410,
  'action-over': 409,
  'address-not-allowed': 422,
  'already-member': 409,
  'bills-none': 404,
  'body-malformed': 400,
  'body-too-large': 413,
  'database-unavailable': 503,
  'discussion-closed': 409,
  'email-invalid': 400,
  'email-not-confirmed': 403,
  'email-taken': 409,
  forbidden: 403,
  'guest-account': 403,
  'guests-full': 429,
  'households-full': 409,
  'identity-unavailable': 503,
  'import-failed': 422,
  'import-running': 409,
  internal: 500,
  'invitation-expired': 410,
  'invitation-other-address': 403,
  'invitation-unknown': 404,
  'invitation-used': 410,
  'invitations-full': 409,
  'members-only': 403,
  'account-ending': 409,
  'name-differs': 409,
  'not-a-guest': 409,
  'not-authenticated': 401,
  'not-found': 404,
  'nothing-read': 422,
  'opening-taken': 409,
  'owner-stays': 409,
  'paper-unreadable': 422,
  'password-breached': 400,
  'password-weak': 400,
  'paying-taken': 409,
  'proof-invalid': 410,
  'push-not-allowed': 422,
  'query-invalid': 400,
  'rate-limited': 429,
  'reauthentication-needed': 403,
  'reading-unlikely': 409,
  'repair-conflict': 409,
  'repair-nothing': 409,
  'repair-too-old': 409,
  'repair-overtaken': 409,
  'repair-too-large': 413,
  'room-not-yours': 403,
  'tariff-invalid': 422,
  'tariff-taken': 409,
  'token-invalid': 401,
};

export const problemType = 'application/problem+json';

/** Seconds, where who throws it knows no better: whoever is sent away for now is always told until when. */
const retryAfterS: Partial<Record<ErrorCode, number>> = {
  'database-unavailable': 1,
  'guests-full': 3_600,
  'identity-unavailable': 5,
  'rate-limited': 5,
};
export const saysWhenToRetry = (code: ErrorCode): boolean => code in retryAfterS;

/** Throw it anywhere below a route; `detail` is for people and says where. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ErrorCode;
  /** Seconds after which trying again makes sense. */
  readonly retryAfterS: number | undefined;
  constructor(code: ErrorCode, detail: string = errorCodes[code], laterS: number | undefined = retryAfterS[code]) {
    super(detail);
    this.code = code;
    this.retryAfterS = laterS;
  }
}

export const sendProblem = (
  reply: FastifyReply,
  code: ErrorCode,
  detail: string = errorCodes[code],
  laterS: number | undefined = retryAfterS[code],
): FastifyReply => {
  const body: Problem = { code, detail, requestId: reply.request.id };
  if (laterS !== undefined) reply.header('retry-after', String(laterS));
  return reply.code(statusOf[code]).type(problemType).send(JSON.stringify(body));
};

/** `unfit`: what was said and cannot be taken. */
const codeOf = (error: unknown, unfit: 'body-malformed' | 'query-invalid'): ErrorCode => {
  if (error instanceof ProblemError) return error.code;
  const { statusCode } = error as { statusCode?: number };
  if (isConnectionError(error) || isUndone(error) || isExhausted(error)) return 'database-unavailable';
  if (isUnfitInput(error)) return unfit;
  if (statusCode === 413) return 'body-too-large';
  if (statusCode === 429) return 'rate-limited';
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return unfit;
  return 'internal';
};

const eventOf = (code: ErrorCode): SecurityEvent | null => {
  if (code === 'address-not-allowed' || code === 'push-not-allowed') return 'address-refused';
  if (statusOf[code] === 429) return 'request-limited';
  return [401, 403].includes(statusOf[code]) ? 'access-refused' : null;
};

export const useProblems = (app: FastifyInstance): void => {
  const tellSecurity = createTellSecurity(app.log);
  app.setErrorHandler((error, request: FastifyRequest, reply) => {
    const unfit = /^(GET|HEAD)$/.test(request.method) ? 'query-invalid' : 'body-malformed';
    const code = codeOf(error, unfit);
    if (code === 'internal') request.log.error({ err: error }, 'request failed');
    const event = eventOf(code);
    if (event) tellSecurity(event, { code }, request.log);
    if (isUnfitInput(error)) request.log.warn({ err: error }, 'the database refused what no check had refused');
    if (error instanceof ProblemError) return sendProblem(reply, code, error.message, error.retryAfterS);
    const isSayable = code === unfit && !isUnfitInput(error);
    return sendProblem(reply, code, isSayable ? (error as Error).message : undefined);
  });
};
