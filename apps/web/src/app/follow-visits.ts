import { sessionState, subscribeSession } from '../platform/session.ts';

/** Tells the service once for each person and page; a visitor's page does not even load how. */
export function followVisits(): void {
  let told: string | undefined;
  subscribeSession(() => {
    const session = sessionState();
    if (session.status !== 'signed-in' || session.user.id === told) return;
    told = session.user.id;
    import('../platform/remember-visit.ts').then(
      ({ rememberVisit }) => rememberVisit(),
      () => undefined,
    );
  });
}
