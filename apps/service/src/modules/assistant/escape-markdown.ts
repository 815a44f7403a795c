/** Names that people wrote, as Markdown that shows them and does nothing else. */

const marks = /[\\`*_{}[\]()<>#+\-.!|~&:$^=@]/g;
/** Line breaks, and signs that nobody sees; those that join letters (of Hindi, of emoji) stay. */
const breaks = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s])+/gu;

/** On one line, each mark of Markdown escaped: a link, an address or an order written as a name stays a name. */
export const escapeMarkdown = (text: string): string => text.replace(breaks, ' ').trim().replace(marks, '\\$&');
