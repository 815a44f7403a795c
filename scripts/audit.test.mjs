import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askRegistry, tell } from './audit.mjs';

const advisory = {
  id: 1,
  title: 'Reads beyond its end',
  url: 'https://example.org/advisories/1',
  severity: 'high',
  vulnerable_versions: '<1.0.1',
};
const lock = {
  name: 'audited',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': { name: 'audited', version: '1.0.0', dependencies: { shipped: '1.0.0' }, devDependencies: { tool: '1.0.0' } },
    'node_modules/shipped': { version: '1.0.0', license: 'MIT' },
    'node_modules/tool': { version: '1.0.0', license: 'MIT', dev: true },
  },
};

/** A registry on this machine: what it does with a question for advisories is the test's. */
let answer;
const server = createServer((request, response) => {
  const send = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const [, name] = /^\/(shipped|tool)$/.exec(request.url) ?? [];
  if (!name) return answer(send, request, response);
  const versions = Object.fromEntries(['1.0.0', '1.0.1'].map((version) => [version, { name, version, dist: {} }]));
  send(200, { name, 'dist-tags': { latest: '1.0.1' }, versions });
});
const folder = mkdtempSync(join(tmpdir(), 'wattershed-audit-'));
const cache = mkdtempSync(join(tmpdir(), 'wattershed-audit-cache-'));
let registry;
beforeAll(async () => {
  const { version, dependencies, devDependencies } = lock.packages[''];
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'audited', version, dependencies, devDependencies }),
  );
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  registry = `http://127.0.0.1:${server.address().port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  for (const place of [folder, cache]) rmSync(place, { recursive: true });
});

const audit = async (answering, options = {}) => {
  answer = answering;
  const flags = [`--registry=${registry}`, `--cache=${cache}`, '--no-update-notifier'];
  const { code, lines } = tell(await askRegistry({ folder, flags, ...options }), lock);
  return { code, text: lines.join('\n') };
};

describe('a registry that answers', () => {
  test('with nothing: nothing is known', async () => {
    expect(await audit((send) => send(200, {}))).toEqual({ code: 0, text: 'Nothing is known against our packages.' });
  });

  test('with something high in what we ship: it is told with the way to mend it, and fails', async () => {
    const { code, text } = await audit((send) => send(200, { shipped: [advisory] }));
    expect(code).toBe(1);
    expect(text).toContain('high: shipped 1.0.0 (shipped)\n  Reads beyond its end: https://example.org/advisories/1');
    expect(text).toContain('mend: set shipped to 1.0.1 in package.json');
  });

  test('with the same in a tool, or with less: it is told, and does not fail', async () => {
    // npm keeps what it worked out of an advisory by its id.
    const moderate = { ...advisory, id: 2, severity: 'moderate' };
    const { code, text } = await audit((send) => send(200, { shipped: [moderate], tool: [advisory] }));
    expect(code).toBe(0);
    expect(text).toMatch(/high: tool 1[.]0[.]0 \(for development only\)[^]*moderate: shipped/);
    expect(text).toContain('high or critical in what we ship: 0.');
  });
});

describe('a registry that does not answer is no good news', () => {
  const unknown = { code: 0, text: expect.stringMatching(/^UNKNOWN: .*\nAsk again/) };

  test.each([403, 404, 405, 500])('it refuses with %i', async (status) => {
    expect(await audit((send) => send(status, { error: 'no' }))).toEqual(unknown);
  });

  test.each([
    ['breaks off', (_send, request) => request.socket.destroy()],
    ['says a page', (_send, _request, response) => response.end('<html>sign in first</html>')],
  ])('it %s', async (_, answering) => {
    expect(await audit(answering)).toEqual(unknown);
  });

  test('it hangs', async () => {
    const told = await audit(() => {}, { timeoutMs: 4000 });
    expect(told).toEqual(unknown);
    expect(told.text).toContain('no answer within 4 s');
  });

  test('nobody listens there', async () => {
    expect(await audit(() => {}, { flags: ['--registry=http://127.0.0.1:9/', `--cache=${cache}`] })).toEqual(unknown);
  });
});

test('what nothing mends yet, and what comes by another, is told so', () => {
  const one = { name: 'shipped', severity: 'critical', via: ['tool'], nodes: ['node_modules/shipped'] };
  expect(tell({ vulnerabilities: [{ ...one, fixAvailable: false }] }, lock).lines.join('\n')).toMatch(
    /by tool\n.*no version/,
  );
  expect(tell({ vulnerabilities: [{ ...one, fixAvailable: true }] }, lock).lines.join('\n')).toContain(
    'npm update shipped',
  );
});
