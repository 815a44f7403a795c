/** Rooms that have a name in every language; any other text is a household's own name of one. */
export const knownRooms = ['kitchen', 'bathroom', 'living_room', 'bedroom', 'hall', 'garden', 'whole_home'] as const;
export type KnownRoom = (typeof knownRooms)[number];

export const toKnownRoom = (room: string): KnownRoom | undefined => knownRooms.find((known) => known === room);
