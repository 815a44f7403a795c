/** How long each part may be; the service refuses more. A test holds them to the contract's. */
export const limits = { name: 120, email: 254, phone: 40, subject: 160, message: 5000, question: 500 } as const;

export type Problem = 'missing' | 'invalid' | { readonly tooLong: number };

export function checkText(text: string, most: number): Problem | undefined {
  const { length } = text.trim();
  if (length === 0) return 'missing';
  return length > most ? { tooLong: length - most } : undefined;
}

/** What the service takes as an address: one, with a domain that has a dot. */
export function checkAddress(text: string): Problem | undefined {
  const problem = checkText(text, limits.email);
  if (problem !== undefined) return problem;
  return /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@([A-Za-z\d][A-Za-z\d-]*\.)+[A-Za-z]{2,}$/.test(text.trim())
    ? undefined
    : 'invalid';
}

export function checkPhone(text: string): Problem | undefined {
  if (text.trim() === '') return undefined;
  const problem = checkText(text, limits.phone);
  if (problem !== undefined) return problem;
  return /^[+()\d\s./-]+$/.test(text.trim()) ? undefined : 'invalid';
}
