const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

function isOwn(url: URL, own: URL): boolean {
  if (url.username || url.password) return false;
  if (url.origin === own.origin) return true;
  return (
    LOOPBACK.has(url.hostname) && LOOPBACK.has(own.hostname) && url.port === own.port && url.protocol === own.protocol
  );
}

/** A place on our own site, whatever was asked for: a session must never be sent to another. */
export function safeRedirect(publicOrigin: string, requested: string | null, fallbackPath = '/'): string {
  const own = new URL(publicOrigin);
  try {
    const url = new URL(requested ?? '', own);
    if (requested && isOwn(url, own)) return url.href;
  } catch {
    // Not a URL at all: the fallback serves.
  }
  return new URL(fallbackPath, own).href;
}
