// Firebase's emulator of its sign-in alone, on a port that the system chooses, which it prints. Ends with whoever started it.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [installed, project] = process.argv.slice(2);
const load = createRequire(pathToFileURL(`${installed}/`));
const { createApp } = load('firebase-tools/lib/emulator/auth/server');

// 2: a request for any other project is an error.
const app = await createApp(project, 2);
const server = app.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })));

const stop = () => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
};
// The pipe ends when the other side dies, however it dies.
process.stdin.on('end', stop).on('error', stop).resume();
process.on('SIGTERM', stop);
