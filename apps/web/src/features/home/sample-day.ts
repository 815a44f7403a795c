/** An invented day for the picture on Home; it is labelled as a sample wherever it is shown. Wh and mL. */
export const sampleDay = {
  energyWh: 6420,
  waterMl: 182_000,
  powerW: 412,
  flowLMin: 3.2,
  rooms: [
    { room: 'kitchen', energyWh: 2840, waterMl: 61_000 },
    { room: 'bathroom', energyWh: 980, waterMl: 104_000 },
    { room: 'living_room', energyWh: 1560, waterMl: 0 },
    { room: 'bedroom', energyWh: 1040, waterMl: 0 },
    { room: 'garden', energyWh: 0, waterMl: 17_000 },
  ],
} as const;

export const mostEnergyWh = Math.max(...sampleDay.rooms.map((room) => room.energyWh));
export const mostWaterMl = Math.max(...sampleDay.rooms.map((room) => room.waterMl));
