// npm run audit: what is known against the packages of the lock file, gravest first, each with the way to mend it. Fails
// for what is high or critical in what we ship; where the registry does not answer, says that it is UNKNOWN.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand, root } from './launch/run.mjs';

const severities = ['critical', 'high', 'moderate', 'low', 'info'];
const grave = new Set(['critical', 'high']);

/** What the registry answers, or why it is not known. */
export async function askRegistry({ folder = root, timeoutMs = 60_000, flags = [] } = {}) {
  const asked = ['audit', '--json', '--package-lock-only', '--offline=false', '--fetch-retries=0', ...flags];
  const { command, args, env } = npmCommand(asked);
  const { error, text } = await new Promise((resolve) => {
    const options = { cwd: folder, env, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 };
    // npm fails where it found something, too.
    execFile(command, args, options, (failed, stdout) => resolve({ error: failed, text: stdout }));
  });
  if (error?.killed) return { why: `no answer within ${timeoutMs / 1000} s` };
  const said = parsed(text);
  if (said?.auditReportVersion === 2 && said.metadata?.dependencies?.total > 0)
    return { vulnerabilities: Object.values(said.vulnerabilities) };
  return { why: said?.message ?? error?.message.split('\n')[0] ?? 'npm said nothing that can be read' };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How it is told, and with which code it ends: 1 where something grave is in what we ship. */
export function tell({ why, vulnerabilities }, lock) {
  if (why !== undefined)
    return {
      code: 0,
      lines: [`UNKNOWN: whether something is known against our packages. The registry did not say: ${why}.`, askLater],
    };
  const found = vulnerabilities
    .map((one) => ({ ...one, isShipped: one.nodes.some((node) => !lock.packages[node]?.dev) }))
    .toSorted(
      (a, b) =>
        severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
        Number(b.isShipped) - Number(a.isShipped) ||
        a.name.localeCompare(b.name, 'en'),
    );
  const toMend = found.filter(({ severity, isShipped }) => isShipped && grave.has(severity));
  return {
    code: toMend.length > 0 ? 1 : 0,
    lines: [
      ...found.flatMap((one) => linesOf(one, lock)),
      found.length === 0
        ? 'Nothing is known against our packages.'
        : `${found.length} packages have something known against them; high or critical in what we ship: ${toMend.length}.`,
    ],
  };
}

const askLater = 'Ask again with a network, or where the registry answers audits.';

function linesOf({ name, severity, isShipped, via, nodes, fixAvailable }, lock) {
  const versions = [...new Set(nodes.map((node) => lock.packages[node]?.version ?? '?'))].join(', ');
  return [
    `${severity}: ${name} ${versions} (${isShipped ? 'shipped' : 'for development only'})`,
    ...via.map((one) => (typeof one === 'string' ? `  by ${one}` : `  ${one.title}: ${one.url}`)),
    `  mend: ${wayToMend(name, fixAvailable)}`,
  ];
}

function wayToMend(name, fix) {
  if (fix === true) return `npm update ${name}`;
  if (!fix) return 'no version is without it yet: do without the package, or see whether it concerns us';
  return `set ${fix.name} to ${fix.version} in package.json${fix.isSemVerMajor ? ' (a new major version)' : ''}`;
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { code, lines } = tell(await askRegistry(), lock);
  console.log(lines.join('\n'));
  process.exitCode = code;
}
