/** The backup that makes itself, where the configuration says to where; its failures reach the operator by mail. */
import { join } from 'node:path';
import { defaultLanguage } from '#catalogue/index.ts';
import { createScheduledBackup, type ScheduledBackup } from '#kernel/backup/scheduled-backup.ts';
import { openStore } from '#kernel/backup/store.ts';
import { messagesTo } from '#kernel/config.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { textsIn } from '#kernel/texts.ts';
import { createStoredFiles } from '#subjects/bills/service/documents/index.ts';

interface OwnBackend {
  readonly ownerUrl: string;
  readonly jwtSecret: string;
  readonly anonKey: string;
}

type Ground = Pick<Kernel, 'config' | 'log' | 'mail' | 'now' | 'origin' | 'version'> & {
  readonly jobs: Pick<Kernel['jobs'], 'add'>;
};

export const serveBackup = (kernel: Ground, backend: OwnBackend | null): ScheduledBackup | null => {
  const { config, jobs, log, mail, now, origin, version } = kernel;
  const { BACKUP_TO: place } = config;
  if (place === undefined) return null;
  const documents = createStoredFiles(join(config.dataDir, 'storage'));
  const operator = messagesTo(config) ?? (mail.devMailbox && config.CONTACT_EMAIL);
  const t = textsIn(defaultLanguage, 'mails', 'backup');
  const scheduled = createScheduledBackup({
    store: () => openStore(config),
    place,
    atMinutes: config.BACKUP_AT,
    everyHours: config.BACKUP_EVERY,
    keep: config.BACKUP_KEEP,
    wish: {
      ownerUrl: backend?.ownerUrl ?? (config.DATABASE_OWNER_URL as string),
      appVersion: version,
      secrets: backend && { jwtSecret: backend.jwtSecret, anonKey: backend.anonKey },
      openDocument: async (wanted) => (await documents.open(wanted))?.content ?? null,
      passphrase: config.BACKUP_PASSPHRASE as string,
    },
    now,
    log: { info: (words) => log.info(words), error: (words) => log.error(words) },
    tell: async ({ failure }) => {
      if (!mail.sending || operator === null) return;
      const said = { place, reason: failure ?? '', link: `${origin()}/health` };
      const kind = failure === null ? 'again' : 'failed';
      await mail.sending.send({
        to: operator,
        isAutomatic: true,
        subject: t(`${kind}.subject`),
        text: `${t(`${kind}.body`, said)}\n\n${t(`${kind}.footer`, said)}\n`,
      });
    },
  });
  jobs.add(scheduled.job);
  return scheduled;
};
