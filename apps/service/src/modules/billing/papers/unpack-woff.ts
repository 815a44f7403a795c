/** A web font with its tables unpacked: the PDF library would unpack them anew at every letter. */
import { inflateSync } from 'node:zlib';

const headBytes = { woff: 44, woffTable: 20, sfnt: 12, sfntTable: 16 } as const;
const toFour = (length: number): number => (length + 3) & ~3;

/** WOFF 1.0 (W3C, section 3 to 5) to the font file that is inside it. */
export const unpackWoff = (woff: Buffer): Buffer => {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, i) => {
    const at = headBytes.woff + i * headBytes.woffTable;
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const stored = woff.subarray(offset, offset + packed);
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      length,
      data: packed < length ? inflateSync(stored) : stored,
    };
  });
  let end = headBytes.sfnt + count * headBytes.sfntTable;
  const font = Buffer.alloc(tables.reduce((sum, { length }) => sum + toFour(length), end));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  font.writeUInt16BE(2 ** power * 16, 6);
  font.writeUInt16BE(power, 8);
  font.writeUInt16BE(count * 16 - 2 ** power * 16, 10);
  tables.forEach(({ tag, checksum, length, data }, i) => {
    const at = headBytes.sfnt + i * headBytes.sfntTable;
    tag.copy(font, at);
    font.writeUInt32BE(checksum, at + 4);
    font.writeUInt32BE(end, at + 8);
    font.writeUInt32BE(length, at + 12);
    data.copy(font, end);
    end += toFour(length);
  });
  return font;
};
