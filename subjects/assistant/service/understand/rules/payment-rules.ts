/** Questions of what is paid: what is left of it, until when it lasts, what is owed, whether instalments are enough. */
import type { Intent } from '../../intent.ts';
import { type Rule, unknown } from '../asked.ts';
import { type Saying, says } from '../sayings.ts';

/** By the words as they were said: the spelling of these is mended into others that are asked of more often. */
export const payments: Rule = ({ said, has, language, utility, devices, period, isFuture, home }) => {
  const of = (ask: Extract<Intent, { about: 'payments' }>['ask']): Intent => ({ about: 'payments', ask, utility });
  const isSaid = (key: Saying): boolean => says(said, 'any', key);
  if (devices.length > 0 || isSaid('payments.of-else')) return null;
  if (isSaid('payments.instalments') && isSaid('payments.enough')) return of('enough');
  const isOfPrepaid = isSaid('payments.prepaid') || says(said, language, 'payments.prepaid-in-language');
  if (isOfPrepaid && !isSaid('payments.used') && !isSaid('payments.priced') && !has('bill', 'compare')) {
    const isOfEnd = isSaid('payments.ends');
    // Of what was topped up then nothing is told.
    const isOfThen =
      period !== null && (isOfEnd ? period.name !== null && period.to <= home.today : period.name !== 'today');
    return isOfThen ? unknown : of(isOfEnd ? 'ends' : 'left');
  }
  const isOfBill = has('bill', 'bills', 'why', 'last', 'will') || period !== null || isFuture;
  return isSaid('payments.owed') && !isOfBill ? of('owed') : null;
};
