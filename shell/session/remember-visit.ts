import { noteVisit } from '#subjects/identity/contract/account.ts';
import { callService } from '../data/service.ts';
import { sessionState } from './session.ts';

/** Each visit moves the day until which a guest is kept. */
export function rememberVisit(): void {
  // Loaded late: whoever was signed in may have left meanwhile.
  if (sessionState().status !== 'signed-in') return;
  callService(noteVisit).catch(() => undefined);
}
