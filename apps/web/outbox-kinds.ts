import { deviceToggles } from '#subjects/hardware/web/device-toggles.ts';
import { followOutbox, outbox } from '#shell/data/browser-outbox.ts';

let isStarted = false;

/** Every kind of change that may wait for the connection, on whatever page it is sent from. */
export function startOutbox(): void {
  if (isStarted) return;
  isStarted = true;
  outbox.register(deviceToggles);
  outbox.registerLater('community-writing', () =>
    import('#subjects/community/web/writing/community-writing.ts').then((m) => m.communityWriting),
  );
  outbox.registerLater('typed-reading', () =>
    import('#subjects/readings/web/typed/typed-readings.ts').then((m) => m.typedReadings),
  );
  followOutbox();
}
