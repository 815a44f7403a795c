/** A broker, as one home sees it. */
export interface Link {
  /** What may come late or twice, as it stays: the broker keeps it for who comes later. */
  retain(topic: string, payload: string): Promise<void>;
  /** What holds now or never: whoever is away does not get it when they are back. */
  command(topic: string, payload: string): Promise<void>;
}
