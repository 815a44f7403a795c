import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../launch/run.mjs';
import { bomOf, changesOf, commitOf, treeFaults } from './release.mjs';

const folder = mkdtempSync(join(tmpdir(), 'wattershed-tree-'));
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: folder });
beforeAll(() => {
  git('init', '--quiet');
  writeFileSync(join(folder, 'a'), 'a');
  git('add', '.');
  git('commit', '--quiet', '--message', 'a', '--date=2026-11-28T00:00:00Z');
});
afterAll(() => rmSync(folder, { recursive: true }));

const manifest = { version: '0.1.0' };
const lock = { version: '0.1.0', packages: { '': manifest } };

describe('a tree is released', () => {
  test('as it is committed', () => {
    expect(treeFaults(folder, '0.1.0', manifest, lock)).toEqual([]);
    expect(commitOf(folder)).toEqual({ id: expect.stringMatching(/^[0-9a-f]{40}$/), at: expect.any(Number) });
  });

  test('never with changes that no commit has, also new files', () => {
    writeFileSync(join(folder, 'b'), 'b');
    expect(treeFaults(folder, '0.1.0', manifest, lock)).toEqual([expect.stringContaining('no commit has')]);
    rmSync(join(folder, 'b'));
  });

  test.each(['', 'latest', '0.1', 'v0.1.0', '0.1.0-rc.1'])('never as %j', (version) => {
    expect(treeFaults(folder, version, manifest, lock)[0]).toContain('no x.y.z');
  });

  test('never as another version than the manifests say, and never twice', () => {
    expect(treeFaults(folder, '0.2.0', manifest, lock)).toEqual([expect.stringContaining('say 0.1.0, not 0.2.0')]);
    git('tag', 'v0.1.0');
    expect(treeFaults(folder, '0.1.0', manifest, lock)).toEqual([expect.stringContaining('tagged already')]);
  });
});

describe('what has changed', () => {
  const text = '# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n### Added\n\n- A thing.\n\n## 0.0.1\n\n- Older.\n';

  test('is what stands below the version', () => {
    expect(changesOf(text, '0.1.0')).toBe('## 0.1.0\n\n### Added\n\n- A thing.\n\n');
    expect(changesOf(text.replace('## 0.1.0', '## 0.1.0 - 2026-12-01'), '0.1.0')).toContain('- A thing.');
  });

  test.each([
    ['no place for what comes next', text.replace('## Unreleased\n\n', ''), 'begins with'],
    ['nothing of the version', text.replace('0.1.0', '0.1.1'), 'has no "## 0.1.0"'],
    ['an empty version', text.replace('- A thing.\n', ''), 'nothing that changed'],
    ['lines that nobody moved', text.replace('## 0.1.0', '- Waiting.\n\n## 0.1.0'), 'unreleased'],
  ])('is refused: %s', (_, planted, words) => {
    expect(() => changesOf(planted, '0.1.0')).toThrow(words);
  });

  test('stands so in ours', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toMatch(
      new RegExp(`^## Unreleased$[^]*^## ${version}( |$)`, 'm'),
    );
  });
});

describe('the list of parts', () => {
  const commit = { id: 'a', at: 1_795_910_400 };
  const parts = ['shipped', 'both', 'tool'].map((name) => ({ 'bom-ref': `${name}@1.0.0` }));
  const bom = {
    bomFormat: 'CycloneDX',
    serialNumber: 'urn:uuid:by-chance',
    metadata: { timestamp: 'now', component: { name: 'folder' } },
    components: parts,
    dependencies: [
      { ref: 'wattershed@0.1.0', dependsOn: ['shipped@1.0.0', 'tool@1.0.0'] },
      { ref: 'tool@1.0.0', dependsOn: ['both@1.0.0'] },
    ],
  };
  const shipped = {
    packages: {
      '': {},
      'node_modules/shipped': { version: '1.0.0' },
      'node_modules/both': { version: '1.0.0' },
      'node_modules/tool': { version: '1.0.0', dev: true },
    },
  };
  const made = bomOf(bom, shipped, commit, 'ab'.repeat(32));

  test('is the same for the same package', () => {
    expect(bomOf({ ...bom, serialNumber: 'other' }, shipped, commit, 'ab'.repeat(32))).toBe(made);
    const { serialNumber, metadata } = JSON.parse(made);
    expect(serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(metadata).toEqual({ timestamp: '2026-11-29T00:00:00.000Z', component: { name: 'wattershed' } });
  });

  test('has what is shipped, also where a tool wants it too', () => {
    const { components, dependencies } = JSON.parse(made);
    expect(components.map((one) => one['bom-ref'])).toEqual(['shipped@1.0.0', 'both@1.0.0']);
    expect(dependencies).toEqual([{ ref: 'wattershed@0.1.0', dependsOn: ['shipped@1.0.0'] }]);
  });
});
