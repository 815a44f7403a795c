import { silentLog } from '#kernel/postgres/backend-error.ts';
import { makeSecrets, readSecrets, writeSecrets } from '#kernel/postgres/installation.ts';
import { startPostgres } from '#kernel/postgres/postgres-supervisor.ts';

// A service in a process of its own, for the tests that kill it: prints its facts, and runs until it is stopped.
const dataDir = process.argv[2] ?? '';
const secrets = readSecrets(dataDir) ?? makeSecrets();
writeSecrets(dataDir, secrets);
const server = await startPostgres({ dataDir, superuserPassword: secrets.superuserPassword, log: silentLog });
const alive = setInterval(() => undefined, 60_000);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    clearInterval(alive);
    void server.stop();
  });
}
console.log(JSON.stringify({ port: server.port, postgresPid: server.pid() }));
