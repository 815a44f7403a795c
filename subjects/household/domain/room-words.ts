/** Words by which names of devices, areas and columns give away a room, in English, Spanish, German and Hindi. */

const rooms: readonly (readonly [RegExp, string])[] = [
  [/kitchen|fridge|freezer|\boven\b|dishwasher|kettle|microwave|cooker|stove|cocina|küche|रसोई/, 'kitchen'],
  [/\bbath|shower|washing|laundry|toilet|dryer|baño|\bbad\b|बाथरूम/, 'bathroom'],
  [/living|lounge|sofa|television|\btv\b|wohnzimmer|salón|बैठक/, 'living_room'],
  [/\bbed\b|bedroom|schlafzimmer|dormitorio|शयनकक्ष/, 'bedroom'],
  [/garden|outdoor|outside|irrigation|lawn|sprinkler|jardín|garten|बगीचा/, 'garden'],
  [/\bhall\b|hallway|corridor|flur|pasillo|हॉल/, 'hall'],
  [/\b(aggregate|mains?|whole|house|home|grid|wholehouse)\b/, 'whole_home'],
];

/** The key of a room that everyone has (`kitchen`, `whole_home`, …); empty: the text names none. */
export const roomIn = (text: string): string => {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ');
  return rooms.find(([pattern]) => pattern.test(plain))?.[1] ?? '';
};
