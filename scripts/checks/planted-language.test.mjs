// A language is a folder of texts and an entry in the list: planted beside the sources as they are, service and web speak it.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../launch/place.mjs';
import { languagesIn, localeFaults } from './locales.mjs';

const sources = ['apps', 'catalogue', 'node_modules', 'packages', 'simulator', 'tsconfig.base.json'];
const planted = 'fr';
let folder;
let vite;

const load = (path) => vite.ssrLoadModule(join(folder, path));

/** Each text says that it is the planted one; marks stay. */
function plant(value) {
  if (typeof value === 'string') return `« ${value} »`;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plant(inner)]));
}

function plantLanguage() {
  const [english, own] = ['en', planted].map((language) => join(folder, 'locales', language));
  mkdirSync(own);
  for (const name of readdirSync(english)) {
    const texts = JSON.parse(readFileSync(join(english, name), 'utf8'));
    writeFileSync(join(own, name), JSON.stringify(plant(texts)));
  }
  const list = join(folder, 'locales/languages.json');
  const languages = JSON.parse(readFileSync(list, 'utf8'));
  languages[planted] = { name: 'Français', shortName: 'FR', script: 'latin', countries: ['FR'] };
  writeFileSync(list, JSON.stringify(languages));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'planted-'));
  for (const source of sources) symlinkSync(join(root, source), join(folder, source));
  cpSync(join(root, 'locales'), join(folder, 'locales'), { recursive: true });
  plantLanguage();
  const { createServer } = await import(
    pathToFileURL(createRequire(join(root, 'apps/web/package.json')).resolve('vite')).href
  );
  vite = await createServer({
    configFile: false,
    root: folder,
    logLevel: 'error',
    resolve: {
      // Each file is known by its place beside the planted texts.
      preserveSymlinks: true,
      alias: [
        { find: /^@wattershed\/catalogue$/, replacement: join(folder, 'catalogue/index.ts') },
        { find: /^@wattershed\/(\w+)$/, replacement: join(folder, 'packages/$1/src/index.ts') },
      ],
    },
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
  });
});

afterAll(async () => {
  await vite?.close();
  rmSync(folder, { recursive: true });
});

test('C1.4 the list has the planted language, and everything that asks the list', async () => {
  const { languageIds } = await load('catalogue/index.ts');
  expect(languageIds).toContain(planted);
  expect(languagesIn(join(folder, 'locales')).toSorted()).toEqual(languageIds.toSorted());
  const { billLanguage } = await load('packages/contracts/src/index.ts');
  expect(billLanguage.parse(planted)).toBe(planted);
  const { readRepeatables } = await load('apps/service/src/backend/repeatables.ts');
  const { files } = readRepeatables(join(root, 'supabase/repeatable'));
  expect(files.at(-1).text).toContain(`''${planted}''`);
});

test('C1.4 its texts are compared with English', () => {
  const faults = localeFaults(join(folder, 'locales')).filter((fault) => fault.startsWith(planted));
  // French has a form for millions, as Spanish has; a copy of English lacks it, and nothing else.
  expect(faults.length).toBeGreaterThan(0);
  expect(faults.every((fault) => /lacks the plural form .*_many$/.test(fault))).toBe(true);
});

test('C1.4 mails, papers and the assistant speak the planted language', async () => {
  const { writeMail } = await load('apps/service/src/modules/mails/write-mail.ts');
  const mail = {
    kind: 'faq-rejected',
    recipient: 'ada@example.org',
    language: planted,
    reason: 'It is asked already.',
  };
  expect(writeMail(mail, null, 'https://example.org').subject).toBe('« About the question that you asked »');
  const { writeMail: writeSignIn } = await load('apps/service/src/backend/mail-page.ts');
  const signIn = writeSignIn({ to: 'ada@example.org', kind: 'signup', link: 'https://example.org', language: planted });
  expect(signIn.html).toContain(`<html lang="${planted}">`);
  expect(signIn.subject).toBe('« Confirm your e-mail address for Wattershed »');

  const { billWords } = await load('apps/service/src/modules/billing/papers/bill-words.ts');
  const words = billWords(planted, 'FR');
  expect(words.count('days', 1200)).toBe('« 1\u202f200 days »');
  expect(words.line('standing')).toBe('« Standing charge »');
  expect(words.day('2026-11-23')).toBe('23 novembre 2026');

  const { replyToHelp } = await load('apps/service/src/modules/assistant/replies/talk.ts');
  expect(replyToHelp({ language: planted }).text).toMatch(/^« Ask about your home/);
  const { read } = await load('apps/service/src/modules/assistant/understand/reading.ts');
  const { language, has } = read('How much water did we use?', planted, { devices: [], rooms: [] });
  expect([language, has('water')]).toEqual([planted, true]);
});

test('C1.4 the web finds the planted texts, and none of those that the service alone says', async () => {
  const { wordsIn } = await load('apps/web/src/platform/i18n.ts');
  expect((await wordsIn(planted, 'shell')).skip).toBe('« Skip to the content »');
  await expect(wordsIn(planted, 'mails')).rejects.toThrow('no mails in fr');
});
