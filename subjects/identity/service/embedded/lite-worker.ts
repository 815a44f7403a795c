import { type MessagePort, parentPort } from 'node:worker_threads';
import { deleteAccount, proveAddress, sendProof, tellGuesses, upgradeGuest } from './accounts/account-commands.ts';
import { endSession, openSession } from './sessions/auth-sessions.ts';
import { type HashThread, openHashThread } from './hash-thread.ts';
import { createLiteApp, type LiteApp, provisionLite } from './lite-app.ts';
import type { FromWorker, HttpCall, HttpReply, LiteCall, LiteReplies, ServeTask, ToWorker } from './lite-messages.ts';
import type { AuthMail } from '#kernel/mail/auth-mail.ts';
import { createAuthGateway, type AuthGateway } from './auth-gateway.ts';

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
  hashing: HashThread;
  gateway: AuthGateway;
}
let serving: Serving | undefined;

async function answerHttp({ gateway }: Serving, call: HttpCall): Promise<HttpReply> {
  const response = await gateway.fetch(call);
  return {
    status: response.status,
    headers: [...response.headers],
    body: response.body ? await response.arrayBuffer() : null,
  };
}

async function endSessionOf({ lite, gateway }: Serving, session: string): Promise<LiteReplies['end-session']> {
  const ended = await endSession(lite.sql, session);
  gateway.forgetSessions();
  return { ended };
}

async function deleteAccountOf({ lite, gateway }: Serving, userId: string): Promise<LiteReplies['delete-account']> {
  const deleted = await deleteAccount(lite.sql, userId);
  gateway.forgetSessions();
  return deleted;
}

function answer(by: Serving, call: LiteCall): Promise<LiteReplies[LiteCall['call']]> {
  switch (call.call) {
    case 'http':
      return answerHttp(by, call);
    case 'upgrade-guest':
      return upgradeGuest(by.lite.sql, call, { ...by.task, sendMail, hash: by.hashing.hash });
    case 'send-proof':
      return sendProof(by.lite.sql, call, { ...by.task, sendMail });
    case 'prove-address':
      return proveAddress(by.lite.sql, call);
    case 'delete-account':
      return deleteAccountOf(by, call.userId);
    case 'open-session':
      return openSession(by, call);
    case 'end-session':
      return endSessionOf(by, call.sessionId);
    case 'tell-guesses':
      return tellGuesses(by.lite.sql, call, { ...by.task, sendMail });
  }
}

async function reply(id: number, call: LiteCall): Promise<void> {
  try {
    if (!serving) throw new Error('asked before it was told what to serve');
    const answered = await answer(serving, call);
    post(
      { id, reply: answered },
      typeof answered === 'object' && 'body' in answered && answered.body ? [answered.body] : [],
    );
  } catch (error) {
    post({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

/** The first request is the one at which lite would change rights; the canary is looked at after it. */
async function serve(task: ServeTask): Promise<void> {
  const hashing = openHashThread();
  const lite = createLiteApp(task, sendMail, { onFault: (fault) => post({ fault }) });
  const tellConsole = console.error;
  console.error = (...words: unknown[]) => {
    for (const one of words) lite.noteFault(one);
    tellConsole(...words);
  };
  serving = { task, lite, hashing, gateway: createAuthGateway({ lite, task, hashing, sendMail }) };
  const headers: [string, string][] = [['apikey', task.anonKey]];
  const origin = 'http://localhost';
  await answerHttp(serving, {
    call: 'http',
    route: 'table',
    method: 'GET',
    target: '/rest/v1/households?limit=0',
    headers,
    body: null,
    origin,
    publicOrigin: origin,
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
    await Promise.all([serving?.lite.close(), serving?.hashing.close()]);
    port.close();
  } else await reply(message.id, message.call);
}

port.on('message', (message: ToWorker) => void hear(message));
