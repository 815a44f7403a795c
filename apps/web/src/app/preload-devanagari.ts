import font from '@fontsource-variable/anek-devanagari/files/anek-devanagari-devanagari-wght-normal.woff2?url';

/** A Hindi page asks for its font at once instead of after the first layout. */
export function preloadDevanagari(): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', href: font, crossOrigin: 'anonymous' });
  document.head.append(link);
}
