import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

export interface Browser {
  executablePath: string;
  /** What only the browser's own process may see. */
  env: Record<string, string>;
}

/**
 * Nobody looks at these windows: what is to make scrolling and moving smooth beside a busy page (threads of their own, a graphics card, here
 * in software) costs a fifth of the browser's time and is left out. Pages are laid out and drawn as ever.
 */
const withoutSmoothness = [
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--disable-threaded-animation',
  '--disable-threaded-scrolling',
  '--disable-checker-imaging',
  // A page lives for seconds: what is optimized in it is seldom run again.
  '--js-flags=--no-opt --no-maglev',
];
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-dev-shm-usage'] : [];
export const browserArgs = [...asRoot, ...withoutSmoothness];

const cache = fileURLToPath(new URL('../../.cache/', import.meta.url));

/** CHROME_PATH, else Chrome or Chromium of this system, else Playwright's own, else the packaged one on Linux x64. */
export function findBrowser(): Browser {
  const given = process.env['CHROME_PATH'];
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROME_PATH names ${given}, which does not exist.`);
    return { executablePath: given, env: {} };
  }
  const installed = [...systemBrowsers(), chromium.executablePath()].find((path) => existsSync(path));
  if (installed) return { executablePath: installed, env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return unpackPackaged();
  throw new Error('The journeys need Chrome or Chromium: install one, or set CHROME_PATH to its program.');
}

function systemBrowsers(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (process.platform === 'win32') {
    const folders = [process.env['PROGRAMFILES'], process.env['PROGRAMFILES(X86)'], process.env['LOCALAPPDATA']];
    return folders.flatMap((folder) => (folder ? [join(folder, 'Google/Chrome/Application/chrome.exe')] : []));
  }
  const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function unpackPackaged(): Browser {
  const { devDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const folder = join(cache, `chromium-${devDependencies['@sparticuz/chromium']}`);
  if (!existsSync(folder)) unpackInto(folder);
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: join(folder, 'own-fonts.conf') };
  return { executablePath: join(folder, 'chromium'), env };
}

// The package unpacks into TMPDIR and changes its environment, so it does so in a process of its own.
function unpackInto(folder: string): void {
  console.log('Unpacking the packaged Chromium (about 10 seconds, once) …');
  mkdirSync(cache, { recursive: true });
  const half = mkdtempSync(join(cache, 'unpacking-'));
  const unpack = "const { default: packaged } = await import('@sparticuz/chromium'); await packaged.executablePath();";
  try {
    execFileSync(process.execPath, ['--input-type=module', '--eval', unpack], {
      cwd: fileURLToPath(new URL('../', import.meta.url)),
      env: { ...process.env, TMPDIR: half, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    });
    writeFileSync(join(half, 'own-fonts.conf'), fontSettings(folder));
    renameSync(half, folder);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

// Its own settings look for the fonts in /tmp only; a machine without any font would draw no letter.
function fontSettings(folder: string): string {
  const folders = [join(folder, 'fonts'), '/usr/share/fonts'].map((dir) => `<dir>${dir}</dir>`).join('');
  return `<fontconfig>${folders}<cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>\n`;
}
