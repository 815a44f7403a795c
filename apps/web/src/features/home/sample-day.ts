/** An invented day for the picture on Home; it is labelled as a sample wherever it is shown. In base units. */
export const sampleUses = [
  { utility: 'electricity', used: 6420, rate: 412 },
  { utility: 'water', used: 182_000, rate: 3.2 },
] as const;

export const sampleRooms = [
  { room: 'kitchen', electricity: 2840, water: 61_000 },
  { room: 'bathroom', electricity: 980, water: 104_000 },
  { room: 'living_room', electricity: 1560, water: 0 },
  { room: 'bedroom', electricity: 1040, water: 0 },
  { room: 'garden', electricity: 0, water: 17_000 },
] as const;
