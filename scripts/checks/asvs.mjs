// Reads docs/operate/asvs.md: whether each requirement is answered once, and by something that is there.
import { faultOf } from './compatibility.mjs';

/**
 * OWASP ASVS 5.0.0 (https://github.com/OWASP/ASVS, 5.0/docs_en, its flat JSON): the level of each requirement of a section, in their order, so
 * that the third sign of '6.3' is the level of V6.3.3. V17 (WebRTC) is left out: there is none here.
 */
// biome-ignore format: a line is a chapter
const levels = {
  '1.1': '22', '1.2': '1111122223', '1.3': '112222222223', '1.4': '222', '1.5': '123',
  '2.1': '122', '2.2': '112', '2.3': '12223', '2.4': '23',
  '3.1': '3', '3.2': '113', '3.3': '12223', '3.4': '11222233', '3.5': '11122333', '3.6': '3', '3.7': '22333',
  '4.1': '12233', '4.2': '23333', '4.3': '22', '4.4': '1222',
  '5.1': '2', '5.2': '112333', '5.3': '113', '5.4': '222',
  '6.1': '122', '6.2': '111111112222', '6.3': '11223333', '6.4': '112233', '6.5': '22222333', '6.6': '2223', '6.7': '33', '6.8': '2222',
  '7.1': '222', '7.2': '1111', '7.3': '22', '7.4': '11222', '7.5': '223', '7.6': '22',
  '8.1': '1233', '8.2': '1123', '8.3': '133', '8.4': '23',
  '9.1': '111', '9.2': '1222',
  '10.1': '22', '10.2': '223', '10.3': '22223', '10.4': '1111122222233333', '10.5': '22222', '10.6': '22', '10.7': '222',
  '11.1': '2233', '11.2': '22233', '11.3': '11233', '11.4': '1222', '11.5': '23', '11.6': '23', '11.7': '33',
  '12.1': '12233', '12.2': '11', '12.3': '22223',
  '13.1': '2333', '13.2': '222223', '13.3': '2233', '13.4': '1222233',
  '14.1': '22', '14.2': '12223333', '14.3': '122',
  '15.1': '12233', '15.2': '12233', '15.3': '1222222', '15.4': '3333',
  '16.1': '2', '16.2': '22222', '16.3': '2222', '16.4': '222', '16.5': '2223',
};

/** All of the levels 1 and 2. */
export const requirements = Object.entries(levels).flatMap(([section, signs]) =>
  signs.split('').flatMap((level, at) => (level === '3' ? [] : [`${section}.${at + 1}`])),
);

const answers = ['met', 'not here', 'accepted', 'open'];

/** Each row that begins with an id. What shows it is one proof or several, with semicolons. */
export const readAnswers = (page) =>
  page
    .split('\n')
    .filter((line) => /^\| V?\d/.test(line))
    .map((line) => {
      const [id = '', asks = '', answer = '', shown = ''] = line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim());
      return { id, asks, answer, shown };
    });

const proofsIn = (shown) =>
  shown.split(/; (?=`)/).map((proof) => {
    const [, file = '', title] = /^`([^`]+)`(?: “(.+)”)?$/.exec(proof) ?? [];
    return { file, title };
  });

const rowFaults = ({ id, asks, answer, shown }, root) => {
  if (!answers.includes(answer)) return [`${id}: “${answer}” is none of ${answers.join(', ')}`];
  if (asks === '') return [`${id}: does not say what is asked`];
  if (answer !== 'met') return shown === '' ? [`${id}: ${answer} without a reason`] : [];
  return proofsIn(shown).map((proof) => faultOf({ about: id, ...proof }, root));
};

/** What is wrong with the page. */
export const asvsFaults = (page, root) => {
  const rows = readAnswers(page);
  const said = rows.map(({ id }) => id);
  return [
    ...requirements.filter((id) => !said.includes(id)).map((id) => `${id}: is missing`),
    ...said.filter((id) => !requirements.includes(id)).map((id) => `${id}: is no requirement of level 1 or 2`),
    ...said.filter((id, at) => said.indexOf(id) !== at).map((id) => `${id}: is answered twice`),
    ...rows.flatMap((row) => rowFaults(row, root)).filter(Boolean),
  ];
};

/** How often each answer is given. */
export const countAnswers = (page) => {
  const rows = readAnswers(page);
  return answers.map((answer) => `${rows.filter((row) => row.answer === answer).length} ${answer}`).join(', ');
};
