/** The disk under the data folder: full, and not to be written to. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { durableService } from '#apps/service/testing/durable-service.ts';
import { type Fault, isKept, readinessOf, until } from './fault.ts';
import { countLost, withOwnService } from './processes.ts';

const mount = (folder: string, options: string): boolean =>
  process.platform === 'linux' && spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;

/** A small disk for a folder; null where this machine lets nobody mount one. */
const withSmallDisk = async <T>(size: string, work: (folder: string) => Promise<T>): Promise<T | null> => {
  const folder = mkdtempSync(join(tmpdir(), 'wattershed-disk-'));
  try {
    if (!mount(folder, `size=${size},mode=755`)) return null;
    return await work(folder);
  } finally {
    spawnSync('/bin/umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  }
};

const noMount = 'needs the right to mount a small disk';

const fullDisk: Fault = {
  name: 'disk full',
  done: 'the disk of the data folder is filled to the last byte for ten seconds',
  run: async () =>
    (await withSmallDisk('400m', (folder) =>
      withOwnService({ DATA_DIR: folder }, async (own) => {
        const fill = join(folder, 'fill');
        spawnSync('dd', ['if=/dev/zero', `of=${fill}`, 'bs=64k'], { stdio: 'ignore' });
        // What has room in the log of PostgreSQL is still taken.
        const begun = own.sender.refusal();
        await until(() => own.sender.refusal() !== begun, 'readings are refused', 60_000).catch(() => {});
        const said = `${own.sender.refusal() || 'all was taken'}; /readyz: ${await readinessOf(own.service.origin)}`;
        rmSync(fill);
        const backMs = await own.sender.backAfter(Date.now());
        const counted = await countLost(own);
        return { ...counted, backMs, said, isPassed: isKept({ ...counted, backMs }, 10_000) };
      }),
    )) ?? noMount,
};

const readOnly: Fault = {
  name: 'disk read-only',
  done: 'the service is started on a disk that cannot be written to, and again when it can',
  run: async () =>
    (await withSmallDisk('400m', (folder) =>
      withOwnService({ DATA_DIR: folder }, async (own) => {
        await own.service.end();
        spawnSync('/bin/mount', ['-o', 'remount,ro', folder]);
        const refused = durableService({ DATA_DIR: folder });
        let isRefused = false;
        await refused.start().catch(() => (isRefused = true));
        const said = refused.log.join(' ').slice(0, 200);
        await refused.end();
        spawnSync('/bin/mount', ['-o', 'remount,rw', folder]);
        const at = Date.now();
        await own.service.start();
        const startMs = Date.now() - at;
        const backMs = await own.sender.backAfter(at);
        const counted = await countLost(own);
        const isPassed = isRefused && isKept({ ...counted, backMs: Math.max(0, backMs - startMs) });
        return { ...counted, backMs, said, isPassed };
      }),
    )) ?? noMount,
};

export const diskFaults: readonly Fault[] = [fullDisk, readOnly];
