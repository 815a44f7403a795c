/** What `main` gives: how devices speak, and what they said. The dialects themselves are sources. */
import type { HardwareSource } from '@wattershed/contracts';

export interface DeviceMessage {
  readonly topic: string;
  readonly payload: string;
  readonly isRetained: boolean;
}

export interface Command {
  readonly topic: string;
  readonly on: string;
  readonly off: string;
}

/** One message's word on one channel, or on all parts of a device: only what it says is set. Wh or mL, and watts. */
export interface Heard {
  readonly source: HardwareSource;
  readonly device: string;
  readonly part?: string;
  readonly name?: string;
  readonly room?: string;
  readonly model?: string;
  readonly utility?: 'electricity' | 'water';
  readonly total?: number;
  readonly power?: number;
  readonly isOn?: boolean;
  readonly isOnline?: boolean;
  readonly command?: Command;
}

export interface Dialects {
  readonly topics: readonly string[];
  read(message: DeviceMessage): Heard[];
}
