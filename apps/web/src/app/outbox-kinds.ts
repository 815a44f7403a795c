import { communityWriting } from '../features/community/community-writing.ts';
import { deviceToggles } from '../features/devices/device-toggles.ts';
import { followOutbox, outbox } from '../platform/browser-outbox.ts';

let isStarted = false;

/** Every kind of change that may wait for the connection, on whatever page it is sent from. */
export function startOutbox(): void {
  if (isStarted) return;
  isStarted = true;
  outbox.register(deviceToggles);
  outbox.register(communityWriting);
  followOutbox();
}
