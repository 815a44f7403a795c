type ClassName = string | false | null | undefined;

/** Joins class names. A part's className adds to its look; it is not meant to override it. */
export function classNames(...names: ClassName[]): string {
  return names.filter(Boolean).join(' ');
}
