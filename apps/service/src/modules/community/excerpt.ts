/** The beginning of a text without the marks of its Markdown, for a list. */

const longest = 240;

const unmark = (text: string): string =>
  text
    .replace(/^\s*(```|~~~).*$/gm, '')
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/(\S)\s*\n\s*([-*+]|\d{1,9}[.)])\s+/g, '$1 · ')
    .replace(/^\s{0,3}(>|#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s)+\s*/gm, '')
    .replace(/(\*\*|__|`+)/g, '')
    .replace(/(^|[\s(])[*_](?=\S)/g, '$1')
    .replace(/(\S)[*_](?=[\s).,;:!?]|$)/gm, '$1')
    .replace(/\s+/g, ' ')
    .trim();

export const excerptOf = (body: string): string => {
  const text = unmark(body);
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest);
  const space = cut.lastIndexOf(' ');
  return `${(space > longest / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.\ud800-\udbff]+$/, '')} …`;
};
