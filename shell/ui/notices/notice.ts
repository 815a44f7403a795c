export interface Notice {
  id: number;
  title: string;
  text?: string;
  tone: 'plain' | 'alert';
  /** Stays until it is closed. */
  lasts?: boolean;
  action?: { label: string; onSelect: () => void };
}

type Listener = () => void;

let notices: readonly Notice[] = [];
let nextId = 1;
const listeners = new Set<Listener>();

function publish(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Shows a short notice; at most three are on screen, the newest last. */
export function notify(title: string, text?: string, tone: Notice['tone'] = 'plain'): void {
  add({ title, tone, ...(text !== undefined && { text }) });
}

/** A notice that waits until it is closed or acted upon. */
export function notifyLasting(notice: Pick<Notice, 'title' | 'text' | 'action'>): void {
  add({ ...notice, tone: 'plain', lasts: true });
}

/** A short notice with something that can be done about it, such as taking it back. */
export function notifyWithAction(title: string, action: NonNullable<Notice['action']>): void {
  add({ title, tone: 'plain', action });
}

function add(notice: Omit<Notice, 'id'>): void {
  const passing = notices.filter(({ lasts }) => lasts !== true);
  const shown = notices.filter(({ id, lasts }) => lasts === true || passing.slice(-2).some((other) => other.id === id));
  publish([...shown, { id: nextId++, ...notice }]);
}

export function dismissNotice(id: number): void {
  publish(notices.filter((notice) => notice.id !== id));
}

export const noticeStore = {
  subscribe: (listener: Listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => notices,
};
