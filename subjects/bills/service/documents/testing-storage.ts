/** The storage behind a real listener, and people with the browser's own client. */
import { mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import type { TakeAllowance } from '#kernel/http/client-address.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createStoredFiles, storageRoutes } from './index.ts';
import type { StoredFiles } from './document-store.ts';

export interface StorageSite {
  readonly stage: Stage;
  readonly origin: string;
  readonly folder: string;
  readonly files: StoredFiles;
  bills(userId: string): Promise<ReturnType<ReturnType<typeof createClient>['storage']['from']>>;
  /** What lies on the disk: whole files, and those that still come in. */
  onDisk(): Promise<{ whole: string[]; incoming: string[] }>;
  end(): Promise<void>;
}

export const openStorageSite = async (takeAllowance: TakeAllowance = async () => {}): Promise<StorageSite> => {
  const stage = await openStage();
  const folder = mkdtempSync(join(tmpdir(), 'wattershed-storage-'));
  const files = createStoredFiles(folder);
  const app = stage.http((http, { authenticate }) =>
    storageRoutes(http, { database: stage.database, authenticate, takeAllowance, files }),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    stage,
    origin,
    folder,
    files,
    bills: async (userId) => {
      const token = (await stage.session(userId)).authorization.slice('Bearer '.length);
      const realtime = { transport: function NeverOpened() {} as never };
      const client = createClient(origin, stage.testDatabase.anonKey, { accessToken: async () => token, realtime });
      return client.storage.from('bills');
    },
    onDisk: async () => ({
      whole: await readdir(join(folder, 'files')).catch(() => []),
      incoming: await readdir(join(folder, 'incoming')).catch(() => []),
    }),
    end: async () => {
      await stage.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export const pdf = (text: string): Blob => new Blob([`%PDF-1.7\n${text}`], { type: 'application/pdf' });
