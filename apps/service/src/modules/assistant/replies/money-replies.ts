/** Answers about money: the open cycle, closed bills and why they differ, what things cost, prices, and help. */
import type { Asking, OwnAnswer } from '../own-answer.ts';
import type { Question } from '../question.ts';
import { replyToBill } from './bill.ts';
import { replyToBillChange } from './bill-change.ts';
import { replyToClosedBills } from './closed-bills.ts';
import { replyToCosts } from './costs.ts';
import { replyToFaq } from './faq.ts';
import { replyToTariff } from './tariff.ts';

export type MoneyQuestion = Extract<
  Question,
  { readonly about: 'bill' | 'closed-bill' | 'bill-change' | 'costs' | 'tariff' | 'faq' }
>;

export const replyToMoney = (asking: Asking, question: MoneyQuestion): Promise<OwnAnswer> => {
  switch (question.about) {
    case 'bill':
      return replyToBill(asking, question);
    case 'closed-bill':
      return replyToClosedBills(asking, question);
    case 'bill-change':
      return replyToBillChange(asking, question);
    case 'costs':
      return replyToCosts(asking, question);
    case 'tariff':
      return replyToTariff(asking, question);
    case 'faq':
      return replyToFaq(asking, question);
  }
};
