/** Of a password that somebody chooses, in characters: at least, where the operator says no other, and at most. */
export const passwordLength = { min: 6, max: 256 } as const;

/** In bytes: the auth server of a hosted backend hashes with bcrypt, which reads no more, and refuses more. */
export const maxHostedBytes = 72;
