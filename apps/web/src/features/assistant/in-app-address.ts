const page = /^\/((analytics|billing|devices|dashboard|contact|profile|community|health)(\/[a-z-]+)?)?([?#][^\s\\]*)?$/;

/** An address of one of our own pages; undefined for anything else, such as `//elsewhere.example`. */
export function inAppAddress(written: string): string | undefined {
  return page.test(written) ? written : undefined;
}
