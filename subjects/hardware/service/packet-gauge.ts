/** How long the packets of a connection say that they are: one that is too long is known by its first bytes, before it is kept in memory. */

/** A bridge lists all its devices in one message; MQTT itself allows 256 MB. */
const maxPacketBytes = 8 * 1024 * 1024;

/** Follows a stream of MQTT from the beginning of a packet on; answers whether all that has begun until now may be read. */
export const createPacketGauge = (max = maxPacketBytes): ((bytes: Uint8Array) => boolean) => {
  /** Bytes of the packet that are still to come; null: its length is being read. */
  let left: number | null = null;
  let isAtFirst = true;
  let length = 0;
  let shift = 1;
  return (bytes) => {
    for (let at = 0; at < bytes.length; ) {
      if (left !== null && left > 0) {
        const step = Math.min(left, bytes.length - at);
        left -= step;
        at += step;
        continue;
      }
      const byte = bytes[at] ?? 0;
      at += 1;
      if (isAtFirst || left === 0) {
        [isAtFirst, left, length, shift] = [false, null, 0, 1];
        continue;
      }
      length += (byte & 127) * shift;
      shift *= 128;
      if (length > max) return false;
      if (byte < 128) left = length;
    }
    return true;
  };
};
