import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { countGuests, deleteAccount, upgradeGuest } from './account-commands.ts';
import { guestsAreFull } from './auth-answers.ts';
import { createLiteApp, provisionLite } from './lite-app.ts';
import type { FromWorker, HttpCall, HttpReply, LiteCall, LiteReplies, ProvisionTask, ServeTask, ToWorker } from './lite-messages.ts';
import type { AuthMail } from './mail-message.ts';

function serve(task: ServeTask, port: MessagePort): void {
  const post = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  const sendMail = (mail: AuthMail) => post({ mail });
  const lite = createLiteApp(task, sendMail);

  async function answerHttp(call: HttpCall): Promise<HttpReply> {
    const { method, target, headers, body, origin, redirectTo, guestCap } = call;
    const isGuest = guestCap !== undefined;
    const isFull = isGuest && (await countGuests(lite.sql, task.guestDomain)) >= guestCap;
    const request = new Request(new URL(target, origin), { method, headers, body });
    const response = isFull ? guestsAreFull() : await lite.fetch(request, { origin, redirectTo, isGuest });
    return { status: response.status, headers: [...response.headers], body: response.body ? await response.arrayBuffer() : null };
  }

  function answer(call: LiteCall): Promise<LiteReplies[LiteCall['call']]> {
    switch (call.call) {
      case 'http':
        return answerHttp(call);
      case 'upgrade-guest':
        return upgradeGuest(lite.sql, call, { ...task, sendMail });
      case 'delete-account':
        return deleteAccount(lite.sql, call.userId);
    }
  }

  port.on('message', async (message: ToWorker) => {
    if ('ping' in message) return post({ pong: true });
    if ('stop' in message) {
      await lite.close();
      port.close();
      return;
    }
    try {
      const reply = await answer(message.call);
      post({ id: message.id, reply }, 'body' in reply && reply.body ? [reply.body] : []);
    } catch (error) {
      post({ id: message.id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });

  // The first request is the one at which lite would change rights; the canary is looked at after it.
  const warmUp: HttpCall = { call: 'http', method: 'GET', target: '/rest/v1/households?limit=0', headers: [['apikey', task.anonKey]], body: null, origin: 'http://localhost', redirectTo: 'http://localhost/' };
  void answerHttp(warmUp).then(() => post({ ready: true }));
}

const task = workerData as ProvisionTask | ServeTask;
if (task.task === 'provision') await provisionLite(task.url);
else if (parentPort) serve(task, parentPort);
