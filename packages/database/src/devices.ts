/** Devices, what measures them, and what switches them. */
import type { Utility } from './households.ts';

export interface ConnectedDevice {
  household_id: string;
  id: string;
  user_id: string;
  name: string;
  room: string;
  utility: Utility;
  is_active: boolean;
  created_at: string;
}

/** What is published where, to switch a channel. */
export interface SwitchCommand {
  topic: string;
  on: string;
  off: string;
}

/** One thing of found hardware that measures or switches. */
export interface Channel {
  household_id: string;
  id: string;
  source: 'tasmota' | 'shelly' | 'zigbee2mqtt' | 'ha-discovery' | 'dsmr';
  device: string;
  part: string;
  name: string;
  room: string;
  model: string;
  utility: Utility | null;
  command: SwitchCommand | null;
  is_on: boolean | null;
  is_online: boolean | null;
  last_value: number | null;
  last_at: string | null;
  device_id: string | null;
  meter_id: number | null;
  is_ignored: boolean;
  found_at: string;
}

/** Who switched what, when, and what came of it. */
export interface DeviceCommand {
  household_id: string;
  id: string;
  device_id: string;
  wanted: boolean;
  user_id: string | null;
  asked_at: string;
  settled_at: string | null;
  result: 'confirmed' | 'no-answer' | null;
}

/** Switching at a time of the household's day (`minute`), or about the sun. */
export interface DeviceSchedule {
  household_id: string;
  id: string;
  device_id: string;
  is_on: boolean;
  /** Bit 0 is Monday, bit 6 Sunday. */
  days: number;
  minute: number | null;
  sun: 'sunrise' | 'sunset' | null;
  offset_min: number;
  is_enabled: boolean;
  created_by: string | null;
  created_at: string;
  /** Null: never as things stand, or not worked out yet. */
  next_at: string | null;
  is_planned: boolean;
}

/** What was heard and not understood: of each place the latest, as it came. */
export interface UnreadMessage {
  household_id: string;
  id: number;
  door: 'mqtt' | 'p1' | 'dsmr' | 'wmbus' | 'lines' | 'emoncms';
  place: string;
  reason: 'not-understood' | 'returned';
  payload: string;
  times: number;
  first_at: string;
  last_at: string;
}

export interface Meter {
  household_id: string;
  id: number;
  device_id: string;
  utility: Utility;
  register: 'total' | 'tariff1' | 'tariff2' | 'export';
  key: string;
  reading_kind: 'counter' | 'interval' | null;
  parent_meter_id: number | null;
  max_per_hour: number;
  max_gap_s: number;
  template_household_id: string | null;
  template_meter_id: number | null;
  created_at: string;
  /** Members of a JSON object, as `/usage/latest` gives them. */
  facts: string;
  quarantined: number;
  rolls_over_at: number | null;
}
