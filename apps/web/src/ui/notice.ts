export interface Notice {
  id: number;
  title: string;
  text?: string;
  tone: 'plain' | 'alert';
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
  publish([...notices.slice(-2), { id: nextId++, title, tone, ...(text !== undefined && { text }) }]);
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
