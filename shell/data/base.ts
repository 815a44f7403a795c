/**
 * Below which path the app stands: none, at the root of its origin; or a proxy's, which shows it within pages of its own, as Home Assistant
 * does. The service writes it into the page. Whoever makes an address, or names what the browser keeps for the origin, asks here.
 */
export const base = typeof document === 'undefined' ? '' : (document.documentElement.dataset['base'] ?? '');

/** Within the pages of others, whose origin it is then. */
export const isWithin = base !== '';

/** How the browser asks for a path of ours. */
export const atBase = (path: string): string => base + path;

/** The path of the page that is shown, as the router calls it. */
export const pathHere = (): string => location.pathname.slice(base.length) || '/';

/** What the origin keeps under a name (in its storage, its databases, its locks) is seen by all of its pages: ours is ours alone. */
export const ownName = (name: string): string => base + name;
