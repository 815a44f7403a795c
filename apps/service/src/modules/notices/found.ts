/** What a look brings, as `private.write_looks` takes it. Instants in seconds since 1970. */

/** What is known of how a meter speaks. */
export interface Habit {
  readonly usual_s: number | null;
  readonly arrival_s: number | null;
  readonly learned_at: number | null;
  readonly base_revision: number | null;
  readonly base_at: number | null;
}

interface Named {
  readonly household_id: string;
}

export interface Found {
  readonly looks: (Named & Habit & { readonly meter_id: number; readonly look_at: number })[];
  readonly begun: (Named & {
    readonly kind: 'silent-meter' | 'running-water';
    readonly meter_id: number;
    readonly since: number;
    readonly figures: object;
    readonly mail_at: number;
  })[];
  readonly ended: (Named & { readonly id: string; readonly ended_at: number })[];
  readonly lasting: (Named & { readonly id: string; readonly figures: object })[];
}

export const nothingFound = (): Found => ({ looks: [], begun: [], ended: [], lasting: [] });
