import { ownName } from './base.ts';

/** Local storage that stays silent where the browser forbids it (private windows, blocked cookies). */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(ownName(key));
  } catch {
    return null;
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(ownName(key), value);
  } catch {
    return;
  }
}

export function dropStored(key: string): void {
  try {
    localStorage.removeItem(ownName(key));
  } catch {
    return;
  }
}

/** Whatever is kept under a person's id, or says it. */
export function dropStoredOf(userId: string, except: string): void {
  try {
    for (const [key, value] of Object.entries<string>(localStorage))
      if (key.startsWith(ownName('')) && key !== ownName(except) && `${key} ${value}`.includes(userId))
        localStorage.removeItem(key);
  } catch {
    return;
  }
}

/** Whether this browser keeps anything at all for this page. */
export function canStore(): boolean {
  const probe = ownName('wattershed-probe');
  try {
    localStorage.setItem(probe, '1');
    localStorage.removeItem(probe);
    return true;
  } catch {
    return false;
  }
}
