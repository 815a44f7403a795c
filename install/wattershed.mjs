#!/usr/bin/env node
// wattershed [command …]: what `npm start` and `npm run …` are in a checkout, of the packed Wattershed. Data, and a file .env, lie in the folder in which
// it is called.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { requireNode } from '../scripts/launch/node-version.mjs';

const of = (path) => new URL(`../${path}`, import.meta.url);
const commands = {
  admin: "the operator's commands; without arguments it lists them",
  import: 'readings from a file into a household: wattershed import file.csv',
  backup: 'everything into one file, verified; also while Wattershed runs',
  move: 'a live move of this installation to a PostgreSQL elsewhere: wattershed move --to postgres://…',
  restore: 'a backup becomes an installation again',
};
const help = `wattershed            start: the address is printed, Ctrl-C ends it
${Object.entries(commands)
  .map(([name, what]) => `wattershed ${name.padEnd(10)} ${what}`)
  .join('\n')}
wattershed --version, --help

What it keeps is in ./data, or DATA_DIR. Settings are read from the environment and from ./.env: PORT=8081 wattershed`;

requireNode();
if (existsSync('.env')) process.loadEnvFile('.env');
// Files are named as seen from where one stands.
process.env.INIT_CWD = process.cwd();
const [name = 'start', ...rest] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(of('package.json'), 'utf8'));

/** The program takes this process over: a signal reaches it directly. */
async function become(program, args) {
  const entry = of(`apps/service/dist/${program}.js`);
  process.argv = [process.argv[0], fileURLToPath(entry), ...args];
  await import(entry.href);
}

if (name === 'start' && rest.length === 0) await become('main', []);
else if (Object.hasOwn(commands, name)) await become('cli', [name, ...rest]);
else if (name === '--version' || name === '-v') console.log(version);
else if (name === '--help' || name === '-h' || name === 'help') console.log(help);
else {
  console.error(`There is no command ${[name, ...rest].join(' ')}.\n\n${help}`);
  process.exitCode = 2;
}
