// What a release rests on: the commit, the version in every place that names it, what has changed, the list of parts.
import { execFileSync } from 'node:child_process';

/** Nothing was released, with what is to be done. */
export class Refused extends Error {}

const git = (folder, ...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();

/** `at`: seconds since 1970. */
export function commitOf(folder) {
  const [id, at] = git(folder, 'log', '-1', '--format=%H %ct').split(' ');
  return { id, at: Number(at) };
}

/** What stands between a working tree and a release of it. */
export function treeFaults(folder, version, manifest, lock) {
  const named = [manifest.version, lock.version, lock.packages[''].version];
  return [
    ...(/^\d+\.\d+\.\d+$/.test(version)
      ? []
      : [`Which version? ${version || 'None'} is no x.y.z: npm run release -- 0.1.0`]),
    ...(named.every((one) => one === version)
      ? []
      : [
          `package.json and package-lock.json say ${[...new Set(named)].join(', ')}, not ${version}: npm version ${version} --no-git-tag-version, and commit it`,
        ]),
    ...(git(folder, 'status', '--porcelain') === ''
      ? []
      : ['There are changes that no commit has: commit them, or put them away']),
    ...(git(folder, 'tag', '--list', `v${version}`) === ''
      ? []
      : [`v${version} is tagged already: a version is given out once`]),
  ];
}

/** The lines of a version, as CHANGELOG.md has them. Throws where they are missing, or where what comes next has no place. */
export function changesOf(text, version) {
  const parts = text.split(/^(?=## )/m).slice(1);
  const titleOf = (part) => /^## (\S+)/.exec(part)[1];
  if (titleOf(parts[0] ?? '## none') !== 'Unreleased')
    throw new Refused('CHANGELOG.md begins with "## Unreleased", for what comes after this version');
  const own = parts.find((part) => titleOf(part) === version);
  if (own === undefined) throw new Refused(`CHANGELOG.md has no "## ${version}": move what is unreleased below it`);
  if (!/^- /m.test(own)) throw new Refused(`CHANGELOG.md says of ${version} nothing that changed`);
  if (/^- /m.test(parts[0]))
    throw new Refused(`CHANGELOG.md has lines that are unreleased: do they belong below "## ${version}"?`);
  return own;
}

/** Everything that is in the package or builds it. npm's own `--omit=dev` leaves out what development wants too, React among it. */
function shippedParts({ components, dependencies }, lock) {
  const nameAt = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const entries = Object.entries(lock.packages).filter(([place, { dev }]) => place !== '' && !dev);
  const shipped = new Set(entries.map(([place, { name, version }]) => `${name ?? nameAt(place)}@${version}`));
  const isPart = (ref) => shipped.has(ref);
  return {
    components: components.filter((one) => isPart(one['bom-ref'])),
    dependencies: dependencies
      .filter(({ ref }) => isPart(ref) || ref.startsWith('wattershed@'))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isPart) })),
  };
}

/** npm's list of parts, the same for the same package: of the commit's moment, under a number that follows from the package. npm names it after its folder. */
export function bomOf(bom, lock, commit, sha256) {
  const digits = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(sha256).slice(1);
  const id = `${digits[0]}-${digits[1]}-5${digits[2]}-8${digits[3]}-${digits[4]}`;
  const told = {
    ...bom,
    ...shippedParts(bom, lock),
    serialNumber: `urn:uuid:${id}`,
    metadata: {
      ...bom.metadata,
      timestamp: new Date(commit.at * 1000).toISOString(),
      component: { ...bom.metadata.component, name: 'wattershed' },
    },
  };
  return `${JSON.stringify(told, null, 2)}\n`;
}
