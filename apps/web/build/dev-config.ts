import type { Plugin } from 'vite';

const patienceMs = 60_000;
const configScript = /<script[^>]*id="wattershed-config"[^>]*>([\s\S]*?)<\/script>/;

/** In development the page comes from Vite, so its configuration is read from the page that the running service sends. */
export function devConfig(serviceUrl: string): Plugin {
  return {
    name: 'wattershed:dev-config',
    apply: 'serve',
    transformIndexHtml: async (html, context) => {
      if (context.server === undefined) return html;
      const config = await readConfig(serviceUrl, Date.now() + patienceMs);
      // Words are read as they are asked for: nothing is bundled.
      return html
        .replaceAll('__BASE__', '')
        .replace('__WATTERSHED_CONFIG__', () => config)
        .replace('__WATTERSHED_WORDS__', '{}');
    },
  };
}

/** Both sides start together: the first page waits until the service answers. */
async function readConfig(serviceUrl: string, until: number): Promise<string> {
  try {
    const answer = await fetch(serviceUrl, { headers: { accept: 'text/html' } });
    return configScript.exec(await answer.text())?.[1] ?? '{}';
  } catch {
    if (Date.now() > until) return '{}';
    await new Promise((resolve) => setTimeout(resolve, 250));
    return readConfig(serviceUrl, until);
  }
}
