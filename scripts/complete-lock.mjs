// Adds to package-lock.json the optional platform packages that the registry did not offer when it was written:
// `npm ci` refuses a lock file that lacks them, even on machines that would never install them. They have no hash until
// a registry offers them: `--again` takes them out, so that the next `npm install` asks for them.
import { readFileSync, writeFileSync } from 'node:fs';

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

export function platformOf(name) {
  const words = name.slice(name.lastIndexOf('/') + 1).split('-');
  const os = words.find((word) => systems.includes(word));
  const cpu = words.find((word) => processors.includes(word));
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : words.includes('gnu') ? 'glibc' : undefined;
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) };
}

export function completeLock(lock) {
  const packages = { ...lock.packages };
  const added = [];
  for (const [location, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (resolves(packages, location, name)) continue;
      const { dev, devOptional, peer } = entry;
      const flags = { ...(dev && { dev }), ...(devOptional && { devOptional }), ...(peer && { peer }) };
      packages[`node_modules/${name}`] = { version, ...platformOf(name), ...flags, optional: true };
      added.push(`${name}@${version}`);
    }
  }
  const sorted = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  return { lock: { ...lock, packages: sorted }, added };
}

/** Without the entries that nothing proves: what npm took from a bundle has its bundle's hash. */
export function withoutUnproven(lock) {
  const isProven = ([location, entry]) => location === '' || entry.integrity !== undefined || entry.inBundle;
  return { ...lock, packages: Object.fromEntries(Object.entries(lock.packages).filter(isProven)) };
}

function resolves(packages, location, name) {
  for (let at = location; ; at = at.slice(0, at.lastIndexOf('/node_modules/'))) {
    if (packages[`${at}${at ? '/' : ''}node_modules/${name}`]) return true;
    if (!at.includes('/node_modules/')) return Boolean(packages[`node_modules/${name}`]);
  }
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const file = new URL('../package-lock.json', import.meta.url);
  const write = (lock) => writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  const given = JSON.parse(readFileSync(file, 'utf8'));
  if (process.argv.includes('--again')) {
    write(withoutUnproven(given));
    console.log('Now run "npm install", and then this again without --again.');
  } else {
    const { lock, added } = completeLock(given);
    if (added.length) write(lock);
    console.log(added.length ? `Added without a hash: ${added.join(', ')}` : 'package-lock.json is complete.');
  }
}
