import { workerData } from 'node:worker_threads';
import { App } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import type { ProvisionTask, ServeTask } from './lite-messages.ts';

const task = workerData as ProvisionTask | ServeTask;
if (task.task === 'provision') {
  const connection = createPostgresConnection({ url: task.url, postgresOptions: { max: 1, onnotice: () => undefined } });
  const app = new App({ connection, auth: { enabled: true, jwt_secret: 'unused while tables are made' }, db: { migrations: { enabled: false } } });
  await app.ensureSystemSchema();
  await connection.close();
}
