import { type MessagePort, parentPort } from 'node:worker_threads';
import { createLiteApp, type LiteApp } from './lite-app.ts';
import type { FromWorker, ServeTask, TableCall, TableReply, ToWorker } from './tables-messages.ts';

function ownPort(): MessagePort {
  if (!parentPort) throw new Error('this program runs in a thread');
  return parentPort;
}
const port = ownPort();
const post = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

const origin = 'http://localhost';
let lite: LiteApp | undefined;

async function answer(by: LiteApp, { method, target, headers, body, claims }: TableCall): Promise<TableReply> {
  const response = await by.fetch(new Request(new URL(target, origin), { method, headers, body }), claims);
  return {
    status: response.status,
    headers: [...response.headers],
    body: response.body ? await response.arrayBuffer() : null,
  };
}

async function reply(id: number, call: TableCall): Promise<void> {
  try {
    if (!lite) throw new Error('asked before it was told what to serve');
    const answered = await answer(lite, call);
    post({ id, reply: answered }, answered.body ? [answered.body] : []);
  } catch (error) {
    post({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

/** The first request is the one at which lite would change rights; the canary is looked at after it. */
async function serve(task: ServeTask): Promise<void> {
  lite = createLiteApp(task, { onFault: (fault) => post({ fault }) });
  const target = '/rest/v1/households?limit=0';
  await answer(lite, { method: 'GET', target, headers: [['apikey', 'ours']], body: null, claims: { role: 'anon' } });
  post({ ready: true });
}

async function hear(message: ToWorker): Promise<void> {
  if ('ping' in message) post({ pong: true });
  else if ('serve' in message) await serve(message.serve);
  else if ('stop' in message) {
    await lite?.close();
    port.close();
  } else await reply(message.id, message.call);
}

port.on('message', (message: ToWorker) => void hear(message));
