/** Documents of bills as they lie in storage: what they may be, and how a household and a file name make a key. */

export const documentBucket = 'bills';

export const documentLimits = {
  fileBytes: 10_000_000,
  householdBytes: 200_000_000,
  /** Until a guest becomes a member. */
  guestBytes: 20_000_000,
} as const;

/** The media types that are taken, with the file name's endings that each may have. */
export const documentTypes = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'text/plain': ['txt'],
  'text/csv': ['csv'],
} as const;

type DocumentType = keyof typeof documentTypes;

/** Of an encoded file name: with the folders that a hosted storage puts before it, within the 1,024 bytes of an S3 key. */
const maxEncodedName = 700;

/** What would break a line, hide, or turn the reading direction, so that a name shows as another. */
const unseemly = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\p{Surrogate}]+/gu;

const encode = (name: string): string =>
  encodeURIComponent(name)
    .replace(/^\.+/, (dots) => '%2E'.repeat(dots.length))
    .replaceAll('~', '%7E')
    .replaceAll('%', '=');

const extensionOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** A file's name as it is kept: without its folders and unseemly characters, cut where it is too long, its ending kept. */
export const seemlyDocumentName = (name: string): string => {
  const bare = name.split(/[\\/]/).at(-1)?.replace(unseemly, ' ').replace(/\s+/g, ' ').trim().normalize('NFC');
  const extension = extensionOf(bare ?? '');
  const ending = extension && `.${(bare as string).slice(-extension.length)}`;
  const stem: string[] = [];
  let room = maxEncodedName - encode(ending).length;
  for (const character of (bare ?? '').slice(0, (bare ?? '').length - ending.length)) {
    room -= encode(character).length;
    if (room < 0) break;
    stem.push(character);
  }
  return stem.join('').trim() + ending;
};

/** `<household>/<name>`, the seemly name written in the characters that a key may have (`=` and two hex digits for each other byte). */
export const documentKey = (household: string, name: string): string =>
  `${household}/${encode(seemlyDocumentName(name))}`;

/** The file name that a key was made of, or its last part as it stands when it was made elsewhere. Always seemly. */
export const documentName = (key: string): string => {
  const last = key.split('/').at(-1) ?? '';
  try {
    return seemlyDocumentName(decodeURIComponent(last.replaceAll('%', '%25').replace(/=(?=[0-9A-F]{2})/g, '%')));
  } catch {
    return seemlyDocumentName(last);
  }
};

const begins = (head: Uint8Array, bytes: readonly number[], at = 0): boolean =>
  bytes.every((byte, index) => head[at + index] === byte);

const binaryType = (head: Uint8Array): DocumentType | null => {
  if (begins(head, [0x25, 0x50, 0x44, 0x46, 0x2d])) return 'application/pdf';
  if (begins(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (begins(head, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (begins(head, [0x52, 0x49, 0x46, 0x46]) && begins(head, [0x57, 0x45, 0x42, 0x50], 8)) return 'image/webp';
  return null;
};

/**
 * What a file is, by its first bytes (sixteen are enough) and its name's ending, which must agree; null when it is
 * nothing that is taken. Text has no signature: whoever reads all of it refuses one with a zero byte.
 */
export const documentType = (head: Uint8Array, name: string): DocumentType | null => {
  const extension = extensionOf(name);
  const named = (Object.keys(documentTypes) as DocumentType[]).find((type) =>
    (documentTypes[type] as readonly string[]).includes(extension),
  );
  if (named === undefined) return null;
  const found = binaryType(head);
  return named.startsWith('text/')
    ? found === null && !head.includes(0)
      ? named
      : null
    : found === named
      ? named
      : null;
};
