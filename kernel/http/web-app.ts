/** Serves the built web app: one build for every deployment, its configuration and a fresh nonce put in per page. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { WebConfig } from '#catalogue/web-config.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './problem.ts';

/** What a search engine says of a page; of any other, what the template says. The app's default language is English. */
const descriptions: Record<string, string> = {
  '/dashboard':
    'Use of water and electricity now, today, this week and by room, with what was measured and what was estimated.',
  '/analytics': 'Compare rooms, days and months of water and electricity, and see what changed.',
  '/community':
    'Announcements, discussions, challenges and resources of households that watch their water and electricity.',
  '/contact': 'Write to us, or find the answer among the common questions about Wattershed.',
};
const describing = /(<meta name="description" content=")[^"]*(")/;
const notPages = /^\/(api|auth|rest|storage|realtime|functions|assets|dev)\//;

interface PageFiles {
  scripts: readonly string[];
  /** By language: which one is chosen, the browser alone knows. */
  words: Readonly<Record<string, readonly string[]>>;
}

/** Has a page's own scripts and words asked for together with the first scripts, instead of after these have run. */
const preloading = (template: string, { scripts, words }: PageFiles): string =>
  template
    .replace('</head>', () => {
      const links = scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`);
      return `${links.join('')}</head>`;
    })
    .replace('__WATTERSHED_WORDS__', () => JSON.stringify(words));

const described = (template: string, path: string): string => {
  const description = descriptions[path];
  return description === undefined ? template : template.replace(describing, `$1${description}$2`);
};

// Of the worker itself: it asks this origin, and nothing else.
const workerPolicy = "default-src 'none'; connect-src 'self'";

/** `config`: what a page below a path is told, or at the root, which is called ''. */
export const serveWebApp = (app: FastifyInstance, dist: string, config: (base: string) => WebConfig): void => {
  const template = readFileSync(join(dist, 'index.html'), 'utf8');
  // Pages that exist; any other path gets the template with status 404, and the app shows its not-found screen.
  const files = JSON.parse(readFileSync(join(dist, 'page-files.json'), 'utf8')) as Record<string, PageFiles>;
  const pages = new Map(Object.entries(files).map(([path, own]) => [path, described(preloading(template, own), path)]));
  const noPage = preloading(template, { scripts: [], words: {} });

  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const nonce = randomBytes(16).toString('base64');
    const { basePath } = request;
    const given = config(basePath);
    // As the page's path is written: a part of it may vary. What is no page has none.
    const path = request.routeOptions.url ?? '';
    const page = pages.get(path) ?? noPage;
    const json = JSON.stringify(given).replaceAll('<', '\\u003c');
    return reply
      .code(pages.has(path) ? 200 : 404)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': contentPolicy(nonce, given),
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      })
      .send(
        page
          .replaceAll('__CSP_NONCE__', nonce)
          .replaceAll('__BASE__', basePath)
          .replace('__WATTERSHED_CONFIG__', () => json),
      );
  };

  void app.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['index.html', 'page-files.json', '**/*.br', '**/*.gz'],
    setHeaders: (response, path) => {
      const immutable = path.startsWith(join(dist, 'assets'));
      response.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (path.includes('service-worker.js')) response.header('content-security-policy', workerPolicy);
    },
  });
  for (const page of pages.keys()) app.get(page, sendPage);
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '*/*').includes('text/html');
    return wantsPage && !notPages.test(request.url) ? sendPage(request, reply) : sendProblem(reply, 'not-found');
  });
};

/** What a page may load, and from where: this origin, a hosted backend, and what Firebase needs where people sign in with it. */

interface Sources {
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  readonly connections: readonly string[];
}

const originOf = (url: string): string[] => (URL.canParse(url) ? [new URL(url).origin] : []);

/** Its calls; Google's script that talks to the frame on its domain, by which pop-ups answer; and the invisible reCAPTCHA. */
const firebase = ({ authDomain, emulator }: WebConfig['firebase']): Sources => ({
  scripts: ['https://apis.google.com', 'https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: [
    ...originOf(`https://${authDomain}`),
    ...originOf(emulator),
    'https://www.google.com/recaptcha/',
    'https://recaptcha.google.com/recaptcha/',
  ],
  connections: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com', ...originOf(emulator)],
});
const nothing: Sources = { scripts: [], frames: [], connections: [] };

type Given = Pick<WebConfig, 'backendUrl' | 'identityProvider' | 'firebase'>;

export const contentPolicy = (nonce: string, given: Given): string => {
  const { scripts, frames, connections } = given.identityProvider === 'firebase' ? firebase(given.firebase) : nothing;
  const backend = originOf(given.backendUrl).flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]);
  return [
    "default-src 'none'",
    ["script-src 'self'", `'nonce-${nonce}'`, ...scripts].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...backend, ...connections].join(' '),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
};
