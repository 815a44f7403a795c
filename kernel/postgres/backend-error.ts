/** What goes wrong with the database and its backend, in words for the person at the terminal. */
import { createIsNews, type TellSecurity } from '../security-events.ts';

type BackendErrorCode =
  | 'platform-unsupported'
  | 'binaries-missing'
  | 'no-reachable-folder'
  | 'data-in-use'
  | 'data-version-mismatch'
  | 'secrets-missing'
  | 'disk-full'
  | 'outside-lost'
  | 'upgrade-failed'
  | 'outside-unfit'
  | 'cluster-creation-failed'
  | 'postgres-start-failed'
  | 'orphan-stuck'
  | 'migration-missing'
  | 'migration-changed'
  | 'migration-too-old'
  | 'migration-out-of-order'
  | 'migration-misnamed'
  | 'migration-failed'
  | 'auth-tables-missing'
  | 'rights-widened'
  | 'worker-start-failed'
  | 'guest-limit-reached';

/** The message is for the person at the terminal: it names what is wrong and what to do about it. */
export class BackendError extends Error {
  readonly code: BackendErrorCode;

  constructor(code: BackendErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackendError';
    this.code = code;
  }
}

export function saysDiskFull(text: string): boolean {
  return /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/.test(text);
}

export function diskFull(folder: string, cause?: unknown): BackendError {
  const words = `The disk that holds ${folder} is full. Free some space; nothing that was acknowledged is lost.`;
  return new BackendError('disk-full', words, { cause });
}

/** The part of pino that the backend needs. */
export interface BackendLog {
  readonly security: TellSecurity;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export const silentLog: BackendLog = { security() {}, debug() {}, info() {}, warn() {}, error() {} };

/** Tells each fault once a minute. */
export const createFaultLog = (tell: (fault: string) => void): ((fault: string) => void) => {
  const isNews = createIsNews();
  return (fault) => void (isNews(fault) && tell(fault));
};
