import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { type Member, newMember } from './member.ts';
import { startService } from './start-service.ts';

const cli = fileURLToPath(new URL('../../apps/service/dist/cli.js', import.meta.url));

export interface OwnService {
  url: string;
  /** Signs somebody up and makes them an administrator, as the operator does. */
  administrator(): Promise<Member>;
  /** Opens the development mailbox; its link works once. */
  openMailbox(page: Page): Promise<void>;
  stop(): Promise<void>;
}

/** A service with settings, an operator and a mailbox of its own. */
export async function startOwnService(env: Record<string, string> = {}): Promise<OwnService> {
  const home = mkdtempSync(join(tmpdir(), 'wattershed-own-'));
  chmodSync(home, 0o755);
  const dataDir = join(home, 'data');
  const logFile = join(home, 'service.log');
  const service = await startService({ dataDir, logFile, env: { DEMO: '0', MESSAGES_PER_HOUR: '1000', ...env } });
  const { url } = service;
  return {
    url,
    administrator: async () => {
      const email = `administrator-${Date.now()}@example.com`;
      const member = await newMember(url, email);
      execFileSync(process.execPath, [cli, 'admin', 'grant', email, '--unproved'], {
        env: { ...process.env, DATA_DIR: dataDir },
      });
      return member;
    },
    openMailbox: async (page) => {
      await page.goto(/http:\S+\/dev\/mailbox\?key=\S+/.exec(readFileSync(logFile, 'utf8'))?.[0] ?? '');
    },
    stop: async () => {
      try {
        await service.stop();
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    },
  };
}
