/** What stands before an add-on of Home Assistant, as far as a browser and the add-on can tell: its page with a frame, its session, its supervisor. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HomeAssistant {
  /** Its own page, with ours in a frame. */
  url: string;
  /** Where ours lies: `/api/hassio_ingress/<token>`. */
  path: string;
  /** What was asked of Home Assistant itself, but its page. */
  astray: string[];
  stop(): Promise<void>;
}

/** Of what the browser says these stay away; Home Assistant packs for its own line. */
const notPassedOn = new Set(['accept-encoding', 'content-length', 'transfer-encoding', 'connection', 'host']);
const notAnswered = new Set(['transfer-encoding', 'content-encoding', 'content-length', 'connection']);

const page = (path: string, session: string, place: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Home Assistant</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>html,body,iframe{margin:0;border:0;padding:0;width:100%;height:100%;display:block}</style></head><body>
<script>document.cookie = 'ingress_session=${session};path=/api/hassio_ingress/;SameSite=Strict';
localStorage.setItem('hassTokens', '{"access_token":"of Home Assistant"}'); localStorage.setItem('language', '"en-GB"');</script>
<iframe title="Wattershed" src="${path}${place}"></iframe></body></html>`;

/** Stands before the service at `service`; what its page shows first lies at `/?place=…`. */
export async function startHomeAssistant(service: string): Promise<HomeAssistant> {
  const [token, session] = [randomBytes(32).toString('base64url'), randomBytes(64).toString('hex')];
  const path = `/api/hassio_ingress/${token}`;
  const astray: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://ha');
    if (url.pathname === '/')
      return response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(page(path, session, url.searchParams.get('place') ?? '/'));
    if (!url.pathname.startsWith(`${path}/`)) {
      astray.push(url.pathname);
      return response.writeHead(404).end();
    }
    if (!(request.headers.cookie ?? '').includes(`ingress_session=${session}`)) return response.writeHead(401).end();
    passOn(request, response, { service, path });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    path,
    astray,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function passOn(request: IncomingMessage, response: ServerResponse, to: { service: string; path: string }): void {
  const { host = '', 'x-forwarded-for': before } = request.headers;
  const connected = request.socket.remoteAddress ?? '';
  const asked = ask(`${to.service}${request.url?.slice(to.path.length)}`, {
    method: request.method,
    headers: {
      ...Object.fromEntries(Object.entries(request.headers).filter(([name]) => !notPassedOn.has(name))),
      host,
      'x-ingress-path': to.path,
      'x-forwarded-for': [before, connected, '172.30.32.1'].filter(Boolean).join(', '),
      'x-forwarded-host': host,
      'x-forwarded-proto': 'http',
      'x-remote-user-id': 'f00d',
      'x-remote-user-name': 'admin',
      'x-remote-user-display-name': 'Somebody of Home Assistant',
    },
  });
  asked.on('response', (answer) => {
    const headers = Object.entries(answer.headersDistinct).filter(([name]) => !notAnswered.has(name));
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers) as Record<string, string[]>);
    // Nothing waits for more: a stream goes on as it comes.
    response.flushHeaders();
    answer.pipe(response);
  });
  asked.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  response.on('close', () => asked.destroy());
  request.pipe(asked);
}
