/** Households, the people in them, and what they are told. */

export type Utility = 'electricity' | 'water';

export interface Household {
  id: string;
  owner_id: string | null;
  kind: 'home' | 'demo' | 'guest';
  name: string;
  time_zone: string;
  /** Somebody has said where it is: until then its days are UTC's, and no bill is closed in them. */
  time_zone_chosen: boolean;
  currency: string;
  units: 'metric' | 'us';
  country: string | null;
  billing_day: number;
  /** Where it stands, to a hundredth of a degree. */
  latitude: number | null;
  longitude: number | null;
  created_at: string;
  has_readings: boolean;
  /** For how long single readings are kept; null: for ever. */
  keep_months: number | null;
}

export interface HouseholdMember {
  household_id: string;
  user_id: string;
  role: 'owner' | 'member' | 'viewer';
  created_at: string;
  /** Null: as the role has it. A list: exactly these rooms. */
  switch_rooms: string[] | null;
}

/** One that somebody was sent or shown; its hash is never read. */
export interface HouseholdInvitation {
  id: string;
  household_id: string;
  role: 'member' | 'viewer';
  switch_rooms: string[] | null;
  /** Null: whoever has the link. */
  email: string | null;
  made_by: string | null;
  created_at: string;
  expires_at: string;
  used_at: string | null;
  used_by: string | null;
  revoked_at: string | null;
}

export interface Profile {
  user_id: string;
  display_name: string;
  language: 'en' | 'es' | 'hi';
  is_guest: boolean;
  last_seen_at: string;
  created_at: string;
  /** Null: as the role in the household suggests. */
  mail_running_water: boolean | null;
  mail_silent_meter: boolean | null;
  mail_budget: boolean | null;
  /** The one that they look at, chosen by them; null: the one joined first. */
  current_household: string | null;
}

/** What a household is told of by itself, from when it began until it ended. */
export interface HouseholdNotice {
  household_id: string;
  id: string;
  kind: 'silent-meter' | 'running-water' | 'budget-course' | 'budget-most' | 'budget-passed';
  /** Null: it is of what a utility costs. */
  meter_id: number | null;
  since: string;
  noticed_at: string;
  ended_at: string | null;
  figures: NoticeFigures;
  mail_at: string;
  dismissed_at: string | null;
  dismissed_by: string | null;
  utility: Utility | null;
}

/** Of a silent meter its usual interval, of running water the floor of its flow, the leak's own litres and all that ran meanwhile, of a budget what it is and what is spent. */
export interface NoticeFigures {
  usualS?: number;
  usedMl?: number;
  floorMlPerHour?: number;
  leakMl?: number;
  /** Of that leak so far and of thirty days of it, in `currency`; none without a water tariff. */
  cost?: string;
  costPerMonth?: string;
  budget?: string;
  soFar?: string;
  /** What the whole cycle is expected to cost; none while nobody can tell. */
  likely?: string;
  currency?: string;
  /** The cycle: its first day, and the first after it. */
  start?: string;
  end?: string;
}
