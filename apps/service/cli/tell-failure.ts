import { BackendError, BackupError } from '#subjects/identity/service/embedded/index.ts';
import { ConfigError } from '#kernel/config.ts';
import type { Terminal } from './terminal.ts';

/** Says what has words for the person, and answers the exit code; throws the rest. */
export const tellFailure = (error: unknown, terminal: Terminal): number => {
  terminal.progress('');
  if (error instanceof BackupError && error.code === 'interrupted') {
    terminal.complain(error.message);
    return 130;
  }
  if (!(error instanceof BackupError || error instanceof BackendError || error instanceof ConfigError)) throw error;
  terminal.complain(error.message);
  return 1;
};
