import { saysDiskFull } from '../backend-error.ts';

type BackupErrorCode =
  | 'not-a-backup'
  | 'unknown-version'
  | 'truncated'
  | 'damaged'
  | 'passphrase-needed'
  | 'passphrase-wrong'
  | 'file-exists'
  | 'file-unreadable'
  | 'disk-full'
  | 'database-lost'
  | 'nothing-there'
  | 'newer-backup'
  | 'other-history'
  | 'other-backend'
  | 'target-in-use'
  | 'target-not-empty'
  | 'target-not-ready'
  | 'load-failed'
  | 'interrupted';

/** The message is for the person at the terminal: it names what is wrong and what to do about it. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly code: BackupErrorCode;

  constructor(code: BackupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export function damaged(where: string): BackupError {
  const words = `The backup is damaged at ${where}: it is not what was written. Take another copy, or an earlier backup.`;
  return new BackupError('damaged', words);
}

export function truncated(): BackupError {
  const words = 'The backup is cut off: it ends before its end. Copy it again, or take an earlier backup.';
  return new BackupError('truncated', words);
}

const LOST = /^(CONNECTION_|ECONN|EPIPE|57P0)/;

/** Turns what the system says about a file or the connection into words; anything else stays as it is. */
export function inWords(error: unknown, path: string): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (error instanceof BackupError) return error;
  if (code === '53100' || saysDiskFull(`${code} ${message}`))
    return new BackupError('disk-full', `The disk is full (${path}). Free some space and begin again.`, {
      cause: error,
    });
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new BackupError('file-unreadable', `${path}: no permission (${code}). Use an account that may.`, {
      cause: error,
    });
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR')
    return new BackupError('file-unreadable', `There is no file ${path}.`, { cause: error });
  if (code === 'EXDEV' || code === 'EBUSY') {
    const words = `A folder in ${path} is a disk of its own and cannot be put aside. Restore into another DATA_DIR, and move it by hand.`;
    return new BackupError('target-not-ready', words, { cause: error });
  }
  if (LOST.test(code))
    return new BackupError(
      'database-lost',
      'The database went away in the middle. Nothing is kept of it: begin again.',
      {
        cause: error,
      },
    );
  return error;
}
