import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { lightContracts } from './light-contracts.ts';

const entry = '\0entry';

/** What a page of one line loads. */
async function bundle(source: string): Promise<string> {
  const { output } = (await build({
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'silent',
    plugins: [
      lightContracts(),
      {
        name: 'entry',
        resolveId: (id, importer) =>
          id === 'entry' ? entry : importer === entry ? fileURLToPath(import.meta.resolve(id)) : undefined,
        load: (id) => (id === entry ? source : undefined),
      },
    ],
    build: { write: false, minify: true, rolldownOptions: { input: 'entry', preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput;
  return output.map((file) => (file.type === 'chunk' ? file.code : '')).join('');
}

test('a page that calls an endpoint loads its method and its path, and no schema', async () => {
  const code = await bundle(
    "import { readUsage, followUsage } from '#subjects/usage/contract/usage.ts'; console.log(readUsage, followUsage);",
  );
  expect(code).toContain('/api/v1/usage/stream');
  expect(code).not.toContain('Use by period');
  expect(code.length).toBeLessThan(300);
});

test('a page that checks by a schema has it, from the file of bodies', async () => {
  const code = await bundle(
    "import { contactBody } from '#subjects/contact/contract/contact-bodies.ts'; console.log(contactBody);",
  );
  expect(code).toContain('must be a telephone number');
  expect(code.length).toBeGreaterThan(10_000);
});
