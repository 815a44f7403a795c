/** Days that no calendar has, or that move from year to year: no other day is answered for them. */
import type { Question } from '../../question.ts';
import type { Asked, Rule } from '../asked.ts';
import { marksOf } from '../reading.ts';
import { dayOf } from '../spans.ts';
import { dateAt, is, monthAt } from '../time-marks.ts';

const moving =
  / (?:diwali|deepavali|दिवाली|दीवाली|दीपावली|holi|होली|easter|eid|ईद|thanksgiving|ramadan|रमजान|semana santa|pascua|carnaval|navratri|नवरात्रि|दशहरा|dussehra|raksha bandhan|रक्षाबंधन) /;

const aLeapYear = 2024;

/** "31 November": no year has one. */
const hasNoSuchDay = ({ reading }: Asked): boolean => {
  const marks = marksOf(reading.items).filter((mark) => !is(mark, 'nth'));
  return marks.some((mark, at) => {
    const month = monthAt(mark);
    if (month === null) return false;
    const isNoDay = (date: number | null): boolean => date !== null && dayOf(aLeapYear, month, date) === null;
    const isOfYear = /^20\d\d$/.test(marks[at + 2]?.text ?? '');
    return isNoDay(dateAt(marks[at - 1])) || (isNoDay(dateAt(marks[at + 1])) && (isOfYear || at + 2 >= marks.length));
  });
};

export const oddDay: Rule = (asked) => {
  const question: Question = { about: 'unclear', what: 'period', choices: [] };
  if (hasNoSuchDay(asked)) return question;
  return moving.test(asked.text) && asked.period === null && !asked.has('tips', 'how', 'outside') ? question : null;
};
