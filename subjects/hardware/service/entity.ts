/** What Home Assistant shows of us, as its MQTT discovery has it. */

export const components = ['sensor', 'binary_sensor'] as const;

export interface Entity {
  readonly component: (typeof components)[number];
  /** Within the home: `12` what a meter has used, `12_rate` what flows there, a word what is of the home as a whole. */
  readonly id: string;
  /** As Home Assistant documents it, without its topics. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly state: string;
  /** What is shown beside the state. */
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** How Home Assistant hears that a value is not known. */
export const unknownState = 'None';
