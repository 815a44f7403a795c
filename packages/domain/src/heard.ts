/** What hardware says of itself, whoever made it and however it speaks. */
import type { Utility } from '@wattershed/catalogue';

/** Who makes hardware known to us, and how. */
export type HardwareSource = 'tasmota' | 'shelly' | 'zigbee2mqtt' | 'ha-discovery' | 'dsmr';

export interface DeviceMessage {
  readonly topic: string;
  /** Text; bytes that are none are replaced, which no dialect understands. */
  readonly payload: string;
  /** The broker kept it: said some time ago. */
  readonly isRetained: boolean;
  /** Sent before, and not acknowledged then: a newer one may be known already. */
  readonly isRepeated?: boolean;
}

/** How a channel is switched: what is published where. */
export interface SwitchCommand {
  readonly topic: string;
  readonly on: string;
  readonly off: string;
}

/** One message's word on one channel: only what it says is set. */
export interface Heard {
  readonly source: HardwareSource;
  readonly device: string;
  /** Which part of the device measures or switches; empty: the device as a whole. Left out: all of its parts. */
  readonly part?: string;
  readonly name?: string;
  readonly room?: string;
  readonly model?: string;
  readonly utility?: Utility;
  /** What its counter shows: Wh or mL, with the fraction that it has. */
  readonly total?: number;
  /** When it says that this was so, in seconds since 1970; left out: it does not say. */
  readonly at?: number;
  /** Watts at this moment. */
  readonly power?: number;
  readonly isOn?: boolean;
  readonly isOnline?: boolean;
  readonly command?: SwitchCommand;
}

/** One maker's way of speaking. It remembers what devices said of themselves, for one home. */
export interface Dialect {
  /** What to subscribe to. */
  readonly topics: readonly string[];
  read(message: DeviceMessage): Heard[];
  /** Of a message of which nothing was read: why it should have been. Null: it tells of no use. */
  unread?(message: DeviceMessage): 'not-understood' | 'returned' | null;
}
