/** What a page may tell the service worker, and what it is answered. Each answer is the acknowledgement too. */
export interface WorkerMessages {
  /** Which build the worker belongs to. */
  version: { request: Record<string, never>; answer: { version: string } };
  /** Files to be there without the network. Acknowledged before they are fetched. */
  keep: { request: { paths: readonly string[] }; answer: { paths: number } };
  /** Take over from the worker before. */
  activate: { request: Record<string, never>; answer: Record<string, never> };
}

export type WorkerEvent = keyof WorkerMessages;
type WorkerFailure = 'timeout' | 'unsupported_event' | 'invalid_response';

/** The worker did not answer as agreed; `code` is the contract's. */
class WorkerMessageError extends Error {
  override name = 'WorkerMessageError';
  readonly code: WorkerFailure;

  constructor(code: WorkerFailure, event: string) {
    super(`${code}: ${event}`);
    this.code = code;
  }
}

const acknowledgedWithinMs = 3000;

type Reply = { status: 'done'; answer: unknown } | { status: 'failed'; code: WorkerFailure };

const isRight: { [E in WorkerEvent]: (answer: Partial<WorkerMessages[E]['answer']>) => boolean } = {
  version: ({ version }) => typeof version === 'string',
  keep: ({ paths }) => typeof paths === 'number',
  activate: () => true,
};

/** Tells the worker something over a channel of its own. Rejects with a WorkerMessageError. */
export function tellWorker<E extends WorkerEvent>(
  worker: Pick<ServiceWorker, 'postMessage'>,
  event: E,
  request: WorkerMessages[E]['request'],
): Promise<WorkerMessages[E]['answer']> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<WorkerMessages[E]['answer']>((resolve, reject) => {
    const timer = setTimeout(() => reject(new WorkerMessageError('timeout', event)), acknowledgedWithinMs);
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      clearTimeout(timer);
      const reply = data as Partial<Reply> | null;
      if (reply?.status === 'failed' && reply.code === 'unsupported_event') {
        return reject(new WorkerMessageError('unsupported_event', event));
      }
      const answer = reply?.status === 'done' ? reply.answer : undefined;
      if (typeof answer !== 'object' || answer === null || !isRight[event](answer)) {
        return reject(new WorkerMessageError('invalid_response', event));
      }
      resolve(answer as WorkerMessages[E]['answer']);
    });
    port1.start();
    worker.postMessage({ event, request }, [port2]);
  }).finally(() => port1.close());
}

export type WorkerAnswers = {
  [E in WorkerEvent]: (request: WorkerMessages[E]['request']) => WorkerMessages[E]['answer'];
};

/** The worker's side: what it does not know is said so, at once. */
export function answerMessages({ data, ports }: Pick<MessageEvent<unknown>, 'data' | 'ports'>, answers: WorkerAnswers) {
  const [port] = ports;
  if (port === undefined) return;
  const { event, request } = (data ?? {}) as { event?: WorkerEvent; request?: never };
  const answer = event !== undefined && Object.hasOwn(answers, event) ? answers[event] : undefined;
  const reply: Reply =
    answer === undefined
      ? { status: 'failed', code: 'unsupported_event' }
      : { status: 'done', answer: answer(request ?? ({} as never)) };
  port.postMessage(reply);
}
