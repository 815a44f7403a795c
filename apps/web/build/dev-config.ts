import type { Plugin } from 'vite';

/** In development the page comes from Vite, so its configuration is asked of the running service. */
export function devConfig(serviceUrl: string): Plugin {
  return {
    name: 'wattershed:dev-config',
    apply: 'serve',
    transformIndexHtml: async (html, context) => {
      if (context.server === undefined) return html;
      return html.replace('__WATTERSHED_CONFIG__', await readConfig(serviceUrl));
    },
  };
}

async function readConfig(serviceUrl: string): Promise<string> {
  const given = process.env['WATTERSHED_WEB_CONFIG'];
  if (given !== undefined) return given;
  try {
    const answer = await fetch(new URL('/api/v1/web-config', serviceUrl));
    return answer.ok ? (await answer.text()).replaceAll('<', '\\u003c') : '{}';
  } catch {
    return '{}';
  }
}
