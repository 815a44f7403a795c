import { callService } from './service.ts';
import { sessionState, subscribeSession } from './session.ts';

/** Each visit moves the day until which a guest is kept. Told once for each person and page. */
export function rememberVisits(): void {
  let told: string | undefined;
  subscribeSession(() => {
    const session = sessionState();
    if (session.status !== 'signed-in' || session.user.id === told) return;
    told = session.user.id;
    callService('/api/v1/account/seen', { method: 'POST' }).catch(() => undefined);
  });
}
