/** An IPv6 customer has a whole /64 to choose addresses from. */
export const addressKey = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = plain.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0;
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...tail.split(':')].slice(0, 4).join(':');
};
