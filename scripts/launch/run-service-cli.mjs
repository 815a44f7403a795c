import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { root, serviceCli } from './run.mjs';

/** Installs and builds what is missing, then gives the rest to the service's command line in this process. */
export async function runServiceCli(command, args) {
  const { ensureInstalled } = await import('./install.mjs');
  const { ensureBuilt } = await import('./build.mjs');
  await ensureInstalled({ dev: false });
  await ensureBuilt({ only: 'service' });
  // Files are named as seen from where the person stands; npm itself moves to the root.
  const here = (process.env.INIT_CWD ??= process.cwd());
  const named = args.map((arg) => (!arg.startsWith('-') && existsSync(resolve(here, arg)) ? resolve(here, arg) : arg));
  process.chdir(root);
  process.argv = [process.argv[0], serviceCli.pathname, command, ...named];
  await import(serviceCli.href);
}
