/** What a guesser tries first is refused without asking anybody: a list of the commonest passwords, and what people make of them. */
import { passwordLength } from '#catalogue/password-length.ts';

/** As a backend of this kind names them: too short or too long, or known to those who guess. */
export type Weakness = 'length' | 'pwned';

export interface ChosenPassword {
  readonly password: string;
  /** Of whoever chooses it; empty where it is not known. */
  readonly email: string;
}

const ours = 'wattershed';
/** A name of fewer letters stands in too many good passwords. */
const minNameLength = 3;
const leet: readonly (readonly [RegExp, string])[] = [
  [/[@4]/g, 'a'],
  [/3/g, 'e'],
  [/[0]/g, 'o'],
  [/[$5]/g, 's'],
  [/[7+]/g, 't'],
];

let list: Promise<ReadonlySet<string>> | undefined;
/** Some fifty thousand; read when the first password is chosen. */
const commonest = (): Promise<ReadonlySet<string>> =>
  (list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((one) => one.toLowerCase())),
  ));

/** The parts of an address that its owner, and whoever guesses, would think of. */
const namesIn = (email: string): string[] => {
  const [local = ''] = email.toLowerCase().split('@');
  const names = [email.toLowerCase(), local, ...local.split(/[^\p{L}\p{N}]+/u), local.replace(/[^\p{L}]+/gu, '')];
  return names.filter((name) => name.length >= minNameLength);
};

const trimming = /^[^\p{L}\p{N}]{0,2}\d{0,4}[^\p{L}\p{N}]{0,2}$/u;
const maxTrimming = 8;

/** `Summer2024!` is `summer` to a guesser: at either end up to four digits and some signs, or digits that are common themselves. */
const withoutTrimmings = (said: string, isCommon: (one: string) => boolean): string[] => {
  const isTrimming = (part: string): boolean => trimming.test(part) || (/^\d+$/.test(part) && isCommon(part));
  const lengths = Array.from({ length: maxTrimming + 1 }, (_, length) => length);
  const ends = lengths.filter((length) => isTrimming(said.slice(said.length - length)));
  const starts = lengths.filter((length) => isTrimming(said.slice(0, length)));
  const cores = starts.flatMap((start) => ends.map((end) => said.slice(start, said.length - end)));
  return cores.filter((core) => core.length >= minNameLength && /\p{L}/u.test(core));
};

const withoutDisguise = (said: string): string[] => {
  const plain = leet.reduce((text, [sign, letter]) => text.replace(sign, letter), said);
  return [plain.replace(/[1!|]/g, 'i'), plain.replace(/[1!|]/g, 'l')];
};

/** `abcabcabc` and `passwordpassword`: the part that is repeated. */
const repeated = (said: string): string | undefined => /^(.+?)\1+$/su.exec(said)?.[1];

/** `abcdefgh`, `98765432`, `aaaaaaaa`. */
const isRun = (said: string): boolean => {
  const codes = Array.from(said, (one) => one.codePointAt(0) ?? 0);
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  return Math.abs(step) <= 1 && codes.every((code, at) => at === 0 || code - (codes[at - 1] ?? 0) === step);
};

/** Two words of it, so that one alone, repeated or turned round, is found too. */
const variantsOf = (said: string, isCommon: (one: string) => boolean): string[] => {
  const cores = [said, ...withoutDisguise(said)].flatMap((one) => [one, ...withoutTrimmings(one, isCommon)]);
  const all = [...cores, ...withoutTrimmings(said, isCommon).flatMap(withoutDisguise)];
  const units = all.flatMap((one) => repeated(one) ?? []);
  return [...all, ...units, ...all.map((one) => Array.from(one).toReversed().join(''))];
};

/** Null where a guesser would not come to it soon. */
export const weaknessOf = async ({ password, email }: ChosenPassword, minLength: number): Promise<Weakness | null> => {
  if (password.length < minLength || password.length > passwordLength.max) return 'length';
  const known = await commonest();
  const names = new Set([ours, ...namesIn(email)]);
  const isCommon = (one: string): boolean => known.has(one) || names.has(one);
  const said = password.normalize('NFKC').toLowerCase();
  const unit = repeated(said);
  if (isRun(said) || (unit !== undefined && unit.length <= 4)) return 'pwned';
  return variantsOf(said, isCommon).some(isCommon) ? 'pwned' : null;
};
