import { readFileSync } from 'node:fs';

const parts = (version) =>
  version
    .replace(/^[^\d]*/, '')
    .split('.')
    .map(Number);

function atLeast(version, wanted) {
  const [a, b] = [parts(version), parts(wanted)];
  for (let i = 0; i < 3; i++) if ((a[i] || 0) !== (b[i] || 0)) return (a[i] || 0) > (b[i] || 0);
  return true;
}

/** Understands what package.json uses: `^x.y.z` and `>=x`, joined by `||`. */
export function satisfies(version, range) {
  return range.split('||').some((part) => {
    const wanted = part.trim();
    const sameMajor = wanted.startsWith('>=') || parts(version)[0] === parts(wanted)[0];
    return sameMajor && atLeast(version, wanted);
  });
}

export function requireNode() {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  if (satisfies(process.versions.node, engines.node)) return;
  console.error(`Wattershed needs Node ${engines.node}; this is Node ${process.versions.node}.`);
  console.error('Install a current release from https://nodejs.org and run the command again.');
  process.exit(1);
}
