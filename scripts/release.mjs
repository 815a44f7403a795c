// npm run release -- 0.1.0 [--check]: from a commit to what is given out, in dist/release: the package, built twice and the same byte for byte, the list of its
// parts (CycloneDX), checksums, what has changed; then a tag. --check: all of it but the tag. It refuses with what is to be done.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { askRegistry, tell } from './audit.mjs';
import { licenceFaults } from './checks/supply-chain.mjs';
import { npmCommand, root, run } from './launch/run.mjs';
import { bomOf, changesOf, commitOf, Refused, treeFaults } from './release/release.mjs';

const [version = '', ...flags] = process.argv.slice(2);
const out = join(root, 'dist/release', version);
const home = mkdtempSync(join(tmpdir(), 'wattershed-release-'));

async function say(command, args, { cwd = root, env = process.env } = {}) {
  const said = [];
  const { code } = await run(command, args, { cwd, env, onLine: (line) => said.push(line) });
  if (code !== 0) throw new Refused(`${command} ${args.join(' ')} ended with ${code}:\n${said.slice(-20).join('\n')}`);
  return said;
}
const npm = (args, cwd, more = {}) => {
  const { command, args: all, env } = npmCommand(args);
  return say(command, all, { cwd, env: { ...env, ...more } });
};
const step = (words) => console.log(words);

/** A clone of the commit, installed and built by itself: nothing of this folder is in it. */
async function buildFrom(commit, name) {
  const folder = join(home, name);
  await say('git', ['clone', '--quiet', '--no-checkout', root, folder]);
  await say('git', ['checkout', '--quiet', commit.id], { cwd: folder });
  await npm(['ci', '--omit=dev', '--prefer-offline'], folder);
  const said = await npm(['run', '--silent', 'pack', '--', folder], folder, { SOURCE_DATE_EPOCH: String(commit.at) });
  return join(folder, basename(/--package (\S+[.]tgz)/.exec(said.join('\n'))?.[1] ?? ''));
}

async function release() {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const lock = JSON.parse(read('package-lock.json'));
  const commit = commitOf(root);
  step(`${version} from ${commit.id}`);
  const faults = treeFaults(root, version, JSON.parse(read('package.json')), lock);
  if (faults.length > 0) throw new Refused(faults.join('\n'));
  const changes = changesOf(read('CHANGELOG.md'), version);
  const licences = licenceFaults(lock);
  if (licences.length > 0) throw new Refused(licences.join('\n'));
  step('Every licence is one that we can ship with.');
  const { code, lines } = tell(await askRegistry(), lock);
  step(lines.join('\n'));
  if (code !== 0) throw new Refused('What is known against our packages comes first: npm run audit');

  step('Building twice, each from a clone of its own (some minutes) …');
  const files = [await buildFrom(commit, 'first'), await buildFrom(commit, 'elsewhere/second')];
  const [first, second] = files.map((file) => createHash('sha256').update(readFileSync(file)).digest('hex'));
  if (first !== second)
    throw new Refused(`Two builds differ (${first}, ${second}): see what is in them, ${files.join(' and ')}`);
  step('Both are the same.');

  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const tarball = basename(files[0]);
  cpSync(files[0], join(out, tarball));
  const bom = await npm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], join(home, 'first'));
  const list = tarball.replace('.tgz', '.cdx.json');
  writeFileSync(join(out, list), bomOf(JSON.parse(bom.join('\n')), lock, commit, first));
  writeFileSync(join(out, 'CHANGES.md'), changes);
  const sums = [tarball, list, 'CHANGES.md'].map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(out, name)))
        .digest('hex')}  ${name}\n`,
  );
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
  if (flags.includes('--check')) return step(`Nothing is tagged. What would be given out: ${out}`);
  await say('git', ['tag', '--annotate', `v${version}`, commit.id, '--message', `Wattershed ${version}`]);
  step(`Tagged v${version}. What is given out: ${out}`);
}

try {
  await release();
  rmSync(home, { recursive: true, force: true });
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
