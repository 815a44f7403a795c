import type { Plugin } from 'vite';

/** Asks for the Latin font together with the style sheet, so that text hardly ever shows in the fallback. */
export function preloadLatinFont(): Plugin {
  return {
    name: 'wattershed:preload-latin-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, context) => {
        const file = Object.keys(context.bundle ?? {}).find((name) => /anek-latin-latin-wght-.*\.woff2$/.test(name));
        if (file === undefined) throw new Error('the Latin font is missing from the build');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true };
        return { html, tags: [{ tag: 'link', attrs, injectTo: 'head' }] };
      },
    },
  };
}
