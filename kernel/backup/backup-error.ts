import { BackendError, saysDiskFull } from '../postgres/backend-error.ts';

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
  | 'database-refused'
  | 'nothing-there'
  | 'newer-backup'
  | 'other-history'
  | 'other-backend'
  | 'target-in-use'
  | 'target-not-empty'
  | 'target-not-ready'
  | 'load-failed'
  | 'interrupted'
  | 'move-differs'
  | 'no-room'
  | 'store-failed';

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

const LOST = /^(CONNECT|ECONN|ENOTFOUND|EAI_|EPIPE|57P0)/;

type Said = [code: BackupErrorCode, words: string];

function explain({ name, code = '', message }: Error & { code?: string }, path: string): Said | null {
  if (code === '53100' || saysDiskFull(`${code} ${message}`))
    return ['disk-full', `The disk is full (${path}). Free some space and begin again.`];
  if (LOST.test(code))
    return [
      'database-lost',
      'The database does not answer, or went away in the middle. Nothing was kept: begin again.',
    ];
  if (name === 'PostgresError') return ['database-refused', `The database refuses: ${message} (${code}).`];
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return ['file-unreadable', `${path}: no permission (${code}). Use an account that may.`];
    case 'ENOENT':
    case 'EISDIR':
      return ['file-unreadable', `There is no file ${path}.`];
    case 'ENOTDIR':
    case 'EEXIST':
      return ['file-unreadable', `${path} cannot be made: there is a file where its folder should be.`];
    case 'EXDEV':
    case 'EBUSY': {
      const words = `A folder in ${path} is a disk of its own and cannot be put aside. Restore into another DATA_DIR, and move it by hand.`;
      return ['target-not-ready', words];
    }
    default:
      return null;
  }
}

/** Turns what the system says about a file or the database into words; anything else stays as it is. */
export function inWords(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof BackupError || error instanceof BackendError) return error;
  const said = explain(error, path);
  return said ? new BackupError(...said, { cause: error }) : error;
}
