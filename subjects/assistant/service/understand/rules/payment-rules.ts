/** Questions of what is paid: what is left of it, until when it lasts, what is owed, whether instalments are enough. */
import type { Intent } from '../../intent.ts';
import { type Asked, firstThatFits, fits, type Rule, unknown } from '../asked.ts';

/** Of what was topped up at some other time nothing is told. */
const isOfThen = ({ period, home }: Asked, isOfEnd: boolean): boolean =>
  period !== null && (isOfEnd ? period.name !== null && period.to <= home.today : period.name !== 'today');

export const payments: Rule = (asked) => {
  // By the words as they were said: the spelling of these is mended into others that are asked of more often.
  const said: Asked = { ...asked, text: asked.said };
  const isOfEnd = fits(said, '~payments.ends');
  const ask = firstThatFits<Extract<Intent, { about: 'payments' }>['ask'] | null>(said, [
    ['@device|~payments.of-else', null],
    ['~payments.instalments ~payments.enough', 'enough'],
    [
      '~payments.prepaid|own~payments.prepaid-in-language !~payments.used|~payments.priced|bill|compare',
      isOfEnd ? 'ends' : 'left',
    ],
    ['~payments.owed !bill|bills|why|last|will|@period|@future', 'owed'],
  ]);
  if (ask === null) return null;
  return (ask === 'ends' || ask === 'left') && isOfThen(asked, isOfEnd)
    ? unknown
    : { about: 'payments', ask, utility: asked.utility };
};
