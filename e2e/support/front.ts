import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** A server before the service, as a reverse proxy is: it can change a word of the app's files, let some wait, or be away. */
export async function startFront(baseURL: string | undefined) {
  const target = new URL(baseURL ?? '');
  let words: { from: string; inPages: string; inWorker: string } | undefined;
  const waiting = new Map<string, () => void>();
  const front = {
    url: '',
    isAway: false,
    /** Paths whose answers wait until they are let through. */
    held: [] as RegExp[],
    isWaiting: (path: RegExp) => [...waiting.keys()].some((each) => path.test(each)),
    letThrough: (path: RegExp) => {
      front.held = front.held.filter((each) => each !== path);
      for (const [each, go] of waiting) if (path.test(each)) go();
    },
    replace: (from: string, inPages: string, inWorker = inPages) => {
      words = { from, inPages, inWorker };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
  const pass = (asked: IncomingMessage, answer: ServerResponse) => {
    if (front.isAway) return asked.socket.destroy();
    const path = asked.url ?? '/';
    if (front.held.some((each) => each.test(path))) return waiting.set(path, () => pass(asked, answer));
    const { 'if-none-match': _tag, 'if-modified-since': _date, ...asking } = asked.headers;
    const headers = { ...asking, host: target.host, 'accept-encoding': 'identity' };
    const isWorker = path === '/service-worker.js';
    const isText = isWorker || asked.headers.accept?.includes('text/html') === true || path === '/';
    const passed = request({ host: target.hostname, port: target.port, path, method: asked.method, headers }, (got) => {
      if (!isText || words === undefined) {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        return got.pipe(answer);
      }
      const parts: Buffer[] = [];
      got.on('data', (part: Buffer) => parts.push(part));
      got.on('end', () => {
        const { from = '', inPages = '', inWorker = '' } = words ?? {};
        const text = Buffer.concat(parts).toString();
        const body = Buffer.from(text.replaceAll(from, isWorker ? inWorker : inPages));
        const { etag: _etag, 'last-modified': _modified, ...rest } = got.headers;
        answer.writeHead(got.statusCode ?? 502, { ...rest, 'content-length': body.length });
        answer.end(body);
      });
    });
    passed.on('error', () => asked.socket.destroy());
    asked.pipe(passed);
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  front.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return front;
}
