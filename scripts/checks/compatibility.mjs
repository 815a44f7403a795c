// Reads docs/operate/compatibility.md: which calls it speaks of, and which test proves each row.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Each row below a header that ends in "test": what it is about, and the test that it names. */
export function readRows(page) {
  const rows = [];
  let isProven = false;
  for (const line of page.split('\n')) {
    if (!line.startsWith('|')) isProven = false;
    else if (line.endsWith('| test |')) isProven = true;
    else if (isProven && !/^\|[-|]+$/.test(line)) rows.push(readRow(line));
  }
  return rows;
}

function readRow(line) {
  const cells = line.slice(1, -1).split(' | ');
  const [, file = '', title] = /^`([^`]+)`(?: “(.+)”)?$/.exec(cells.at(-1).trim()) ?? [];
  return { about: cells[0].trim(), said: cells[1] ?? '', file, title };
}

/** What is wrong with a row: no test, or one that is not there. A row without a title means all tests of the file; of a page the title is a heading. */
export function faultOf({ about, file, title }, root) {
  if (file === '') return `${about}: names no test`;
  if (!existsSync(join(root, file))) return `${about}: there is no ${file}`;
  const text = readFileSync(join(root, file), 'utf8');
  const hasTest = () => ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`));
  const hasHeading = () => text.split('\n').some((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === title);
  const isPage = file.endsWith('.md');
  if (title === undefined || (isPage ? hasHeading() : hasTest())) return undefined;
  return `${about}: ${file} has no ${isPage ? 'heading' : 'test'} “${title}”`;
}

/** `from('table')`, `auth.method` and `storage.method`, as the web app's source calls its backend. */
export function callsIn(source) {
  const tables = [...source.matchAll(/\.from\('(\w+)'\)/g)].map(([, table]) => `from('${table}')`);
  const auth = [...source.matchAll(/\bauth\.((?:mfa\.|passkey\.)?\w+)\(/g)].map(([, method]) => `auth.${method}`);
  const storage = [...source.matchAll(/\bfiles\.(list|upload|download|remove|move|copy|update|createSignedUrl)\(/g)];
  return [...tables, ...auth, ...storage.map(([, method]) => `storage.${method}`)];
}

/** What is done to which table: `{ call: "from('budgets')", verb: 'upsert' }`. A select is told as read. */
export function verbsIn(source) {
  const found = source.matchAll(/\.from\('(\w+)'\)\s*\.(select|insert|update|upsert|delete)\(/g);
  return [...found].map(([, table, verb]) => ({ call: `from('${table}')`, verb: verb === 'select' ? 'read' : verb }));
}

/** The web app's source; Firebase's own client, which asks Google, is not of it. */
export function sourcesOfWeb(root) {
  const isSource = (path) =>
    /\.tsx?$/.test(path) && !/test\.tsx?$|testing|node_modules|provider\/firebase\/(?!token-sync)/.test(path);
  const rooms = [
    'apps/web',
    'shell',
    ...readdirSync(join(root, 'subjects')).map((subject) => `subjects/${subject}/web`),
  ];
  return rooms
    .map((room) => join(root, room))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((path) => join(folder, path)))
    .filter(isSource)
    .map((path) => readFileSync(path, 'utf8'));
}
