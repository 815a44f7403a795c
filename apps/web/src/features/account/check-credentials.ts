export const minPasswordLength = 6;

export type EmailProblem = 'emailRequired' | 'emailInvalid' | 'emailSame';
export type PasswordProblem = 'passwordRequired' | 'passwordShort' | 'passwordsDiffer';

export function checkEmail(email: string): EmailProblem | undefined {
  if (email.trim() === '') return 'emailRequired';
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : 'emailInvalid';
}

/** A password one has needs only to be there; a new one must be long enough, and the same when repeated. */
export function checkPassword(password: string): PasswordProblem | undefined {
  return password === '' ? 'passwordRequired' : undefined;
}

export function checkNewPassword(password: string): PasswordProblem | undefined {
  if (password === '') return 'passwordRequired';
  return password.length < minPasswordLength ? 'passwordShort' : undefined;
}

export function checkRepeated(password: string, repeated: string): PasswordProblem | undefined {
  return password === repeated ? undefined : 'passwordsDiffer';
}
