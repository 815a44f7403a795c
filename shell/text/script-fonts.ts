import { type Language, languageFacts } from '#catalogue/index.ts';
import font from '@fontsource-variable/anek-devanagari/files/anek-devanagari-devanagari-wght-normal.woff2?url';

/** As long as a browser itself would wait for a font. */
const patienceMs = 3_000;

let loading: Promise<unknown> | undefined;

/** A Hindi page asks for its font at once and is shown with it: what is set in another one first moves when it comes. */
async function loadDevanagari(): Promise<void> {
  if (!('fonts' in document)) return;
  if (loading === undefined) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', href: font, crossOrigin: 'anonymous' });
    document.head.append(link);
    // Without it the page is shown all the same.
    loading = document.fonts.load('1em "Anek Devanagari Page"', 'अ').catch(() => undefined);
  }
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

/** Latin letters are there with the page. */
export async function loadFontOf(language: Language): Promise<void> {
  if (languageFacts(language).script === 'devanagari') await loadDevanagari();
}
