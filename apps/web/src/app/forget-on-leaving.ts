import { keptFor } from '../platform/kept-for.ts';
import { sessionState, subscribeSession } from '../platform/session.ts';

/** What is kept for one person goes as soon as it is certain that somebody else, or nobody, is signed in. */
export function forgetOnLeaving(): void {
  const check = () => {
    const session = sessionState();
    const owner = keptFor();
    if (session.status === 'loading' || owner === null) return;
    if (session.status === 'signed-in' && session.user.id === owner) return;
    const hasEnded = session.status === 'signed-out' && session.hasEnded === true;
    import('./offline/forget-kept.ts').then(
      (kept) => (hasEnded ? kept.forgetAnswers() : kept.forgetKept(owner)),
      // The next opening finds it, and lets it go.
      () => undefined,
    );
  };
  subscribeSession(check);
  check();
}
