/** Places in places: a room lies on a floor, that in a house, to any depth. The database sees to it that none lies in itself. */

export interface Place {
  /** A room as its devices name it, or what rooms lie in. */
  readonly name: string;
  readonly inside: string;
}

/** Answers what a place lies in, the nearest first. */
export const placesAround = (places: readonly Place[]): ((name: string) => string[]) => {
  const insideOf = new Map(places.map(({ name, inside }) => [name, inside]));
  return (name) => {
    const around: string[] = [];
    for (let at = insideOf.get(name); at !== undefined && !around.includes(at); at = insideOf.get(at)) around.push(at);
    return around;
  };
};

/** Answers whether a room is the place, or lies in it. */
export const liesIn = (places: readonly Place[], place: string): ((room: string) => boolean) => {
  const around = placesAround(places);
  return (room) => room === place || around(room).includes(place);
};
