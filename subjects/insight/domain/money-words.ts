/**
 * Which words tell a notice of money, with the amount as they say it: what is prepaid may have run out since it was noticed, and what is
 * below nothing then is owed. The pages, the wall, mails and the assistant say the same.
 */
export const moneyWordsOf = <Kind extends string>(
  kind: Kind,
  soFar = '0',
): { readonly words: Kind | 'prepaid-over' | 'prepaid-empty'; readonly soFar: string } =>
  kind === 'prepaid-ends' && Number(soFar) <= 0
    ? { words: Number(soFar) === 0 ? 'prepaid-empty' : 'prepaid-over', soFar: soFar.replace(/^-/, '') }
    : { words: kind, soFar };
