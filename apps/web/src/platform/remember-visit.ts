import { callService } from './service.ts';

/** Each visit moves the day until which a guest is kept. */
export function rememberVisit(): void {
  callService('/api/v1/account/seen', { method: 'POST' }).catch(() => undefined);
}
