import { type MessagePort, parentPort } from 'node:worker_threads';
import { countGuests, deleteAccount, upgradeGuest } from './account-commands.ts';
import { guestsAreFull } from './auth-answers.ts';
import { createLiteApp, type LiteApp, provisionLite } from './lite-app.ts';
import type { FromWorker, HttpCall, HttpReply, LiteCall, LiteReplies, ServeTask, ToWorker } from './lite-messages.ts';
import type { AuthMail } from './mail-message.ts';

function ownPort(): MessagePort {
  if (!parentPort) throw new Error('this program runs in a thread');
  return parentPort;
}
const port = ownPort();

const post = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
const sendMail = (mail: AuthMail) => post({ mail });

interface Serving {
  task: ServeTask;
  lite: LiteApp;
}
let serving: Serving | undefined;

async function answerHttp({ task, lite }: Serving, call: HttpCall): Promise<HttpReply> {
  const { method, target, headers, body, origin, redirectTo, guestCap } = call;
  const isGuest = guestCap !== undefined;
  const isFull = isGuest && (await countGuests(lite.sql, task.guestDomain)) >= guestCap;
  const request = new Request(new URL(target, origin), { method, headers, body });
  const response = isFull ? guestsAreFull() : await lite.fetch(request, { origin, redirectTo, isGuest });
  return {
    status: response.status,
    headers: [...response.headers],
    body: response.body ? await response.arrayBuffer() : null,
  };
}

function answer(by: Serving, call: LiteCall): Promise<LiteReplies[LiteCall['call']]> {
  switch (call.call) {
    case 'http':
      return answerHttp(by, call);
    case 'upgrade-guest':
      return upgradeGuest(by.lite.sql, call, { ...by.task, sendMail });
    case 'delete-account':
      return deleteAccount(by.lite.sql, call.userId);
  }
}

async function reply(id: number, call: LiteCall): Promise<void> {
  try {
    if (!serving) throw new Error('asked before it was told what to serve');
    const answered = await answer(serving, call);
    post({ id, reply: answered }, 'body' in answered && answered.body ? [answered.body] : []);
  } catch (error) {
    post({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

/** The first request is the one at which lite would change rights; the canary is looked at after it. */
async function serve(task: ServeTask): Promise<void> {
  serving = { task, lite: createLiteApp(task, sendMail) };
  const headers: [string, string][] = [['apikey', task.anonKey]];
  const origin = 'http://localhost';
  await answerHttp(serving, {
    call: 'http',
    method: 'GET',
    target: '/rest/v1/households?limit=0',
    headers,
    body: null,
    origin,
    redirectTo: origin,
  });
  post({ ready: true });
}

async function hear(message: ToWorker): Promise<void> {
  if ('ping' in message) post({ pong: true });
  else if ('provision' in message) {
    await provisionLite(message.provision.url);
    post({ provisioned: true });
  } else if ('serve' in message) await serve(message.serve);
  else if ('stop' in message) {
    await serving?.lite.close();
    port.close();
  } else await reply(message.id, message.call);
}

port.on('message', (message: ToWorker) => void hear(message));
