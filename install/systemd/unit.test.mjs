import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const unit = join(import.meta.dirname, 'wattershed.service');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd)
  console.log('There is no systemd-analyze here: whether systemd understands the unit is not looked at.');

test.runIf(hasSystemd)('systemd understands the unit, and finds it hardened', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wattershed-unit-'));
  const copy = join(folder, 'wattershed.service');
  try {
    // The program is looked for where it will be installed: here Node stands for it.
    writeFileSync(copy, readFileSync(unit, 'utf8').replace('/opt/wattershed/bin/wattershed', process.execPath));
    expect(execFileSync('systemd-analyze', ['verify', '--man=no', copy], { encoding: 'utf8', stdio: 'pipe' })).toBe('');
    const said = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', copy], { encoding: 'utf8' });
    const exposure = Number(/Overall exposure level for wattershed.service: ([\d.]+)/.exec(said.stdout)?.[1]);
    expect(exposure).toBeLessThan(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.runIf(hasSystemd && spawnSync('systemd-sysusers', ['--version']).status === 0)('its user can be made', () => {
  const root = mkdtempSync(join(tmpdir(), 'wattershed-users-'));
  try {
    mkdirSync(join(root, 'etc'));
    copyFileSync(join(import.meta.dirname, 'wattershed.sysusers'), join(root, 'wattershed.conf'));
    const made = spawnSync('systemd-sysusers', [`--root=${root}`, join(root, 'wattershed.conf')], { encoding: 'utf8' });
    expect({ status: made.status, said: made.stderr }).toEqual({ status: 0, said: expect.any(String) });
    expect(readFileSync(join(root, 'etc/passwd'), 'utf8')).toMatch(/^wattershed:/m);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test('a wrong setting is not tried again, and the database is stopped in order', () => {
  const text = readFileSync(unit, 'utf8');
  for (const line of [
    'RestartPreventExitStatus=78',
    'KillMode=mixed',
    'StateDirectory=wattershed',
    'DATA_DIR=/var/lib/wattershed',
  ])
    expect(text).toContain(line);
});
