// A language is a folder of texts and an entry in the list: planted beside the sources as they are, service and web speak it.
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../launch/run.mjs';
import { planted, plantLanguage } from '../testing/plant-language.mjs';
import { languagesIn, localeFaults } from './locales.mjs';

const rooms = ['apps', 'catalogue', 'kernel', 'shell', 'simulator', 'subjects', 'supabase'];
const sources = [...rooms, 'node_modules', 'package.json', 'tsconfig.base.json'];
let folder;
let vite;

const load = (path) => vite.ssrLoadModule(join(folder, path));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'planted-'));
  for (const source of sources) symlinkSync(join(root, source), join(folder, source));
  cpSync(join(root, 'locales'), join(folder, 'locales'), { recursive: true });
  plantLanguage(folder);
  vite = await createServer({
    configFile: false,
    root: folder,
    logLevel: 'error',
    resolve: {
      // Each file is known by its place beside the planted texts.
      preserveSymlinks: true,
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
  const { billLanguage } = await load('subjects/bills/contract/billing.ts');
  expect(billLanguage.parse(planted)).toBe(planted);
  const { readRepeatables } = await load('kernel/postgres/repeatables.ts');
  const { files } = readRepeatables(join(root, 'supabase/repeatable'));
  expect(files.at(-1).text).toContain(`''${planted}''`);
});

test('C1.4 its texts are compared with English', () => {
  const faults = localeFaults(join(folder, 'locales')).filter((fault) => fault.startsWith(planted));
  // French has a form for millions, as Spanish has; a copy of English lacks it, and nothing else.
  expect(faults.length).toBeGreaterThan(0);
  expect(faults.every((fault) => /lacks the plural form .*_many$/.test(fault))).toBe(true);
});

test('C1.4 mails, PDF files and the assistant speak the planted language', async () => {
  const { writeMail } = await load('subjects/contact/service/mails/write-mail.ts');
  const mail = {
    kind: 'faq-rejected',
    recipient: 'ada@example.org',
    language: planted,
    reason: 'It is asked already.',
  };
  expect(writeMail(mail, null, 'https://example.org').subject).toBe('« About your question »');
  const { writeMail: writeSignIn } = await load('kernel/mail/auth-mail.ts');
  const signIn = writeSignIn({ to: 'ada@example.org', kind: 'signup', link: 'https://example.org', language: planted });
  expect(signIn.html).toContain(`<html lang="${planted}">`);
  expect(signIn.subject).toBe('« Confirm your e-mail address for Wattershed »');

  const { billLabels } = await load('subjects/bills/service/pdf/bill-labels.ts');
  const words = billLabels(planted, 'FR');
  expect(words.count('days', 1200)).toBe('« 1\u202f200 days »');
  expect(words.line('standing')).toBe('« Standing charge »');
  expect(words.day('2026-11-23')).toBe('23 novembre 2026');

  const { helpTopic } = await load('subjects/assistant/service/talk/talk.ts');
  expect(helpTopic.reply({ language: planted }).text).toContain('« Ask about your home');
  const { read } = await load('subjects/assistant/service/understand/reading.ts');
  const { language, has } = read('How much water did we use?', planted, { devices: [], rooms: [] });
  expect([language, has('water')]).toEqual([planted, true]);
});

test('C1.4 the web finds the planted texts, and none of those that the service alone says', async () => {
  const { wordsIn } = await load('shell/text/i18n.ts');
  expect((await wordsIn(planted, 'shell')).skip).toBe('« Skip to the content »');
  await expect(wordsIn(planted, 'mails')).rejects.toThrow('no mails in fr');
  await expect(wordsIn(planted, 'sayings')).rejects.toThrow('no sayings in fr');
});
