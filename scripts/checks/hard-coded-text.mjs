import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from '../launch/run.mjs';

/** Attributes whose text a person reads or hears. */
const spoken = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'label',
  'placeholder',
  'summary',
  'text',
  'title',
]);

/** The product's name is the same in every language; "404" and the like have no letters. */
const names = new Set(['Wattershed', 'kWh', 'Wh', 'L']);

/** What is typed or shown as code is not translated. */
const codeTags = new Set(['code', 'pre', 'kbd']);

const hasWords = (text) => /\p{L}{2}/u.test(text) && !names.has(text.trim());

/** `place:line "text"` for each text in the markup of `source` that does not come from the catalogues. */
export function hardCodedText(source, place) {
  const file = ts.createSourceFile(place, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found = [];
  const say = (node, text) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.push(`${place}:${line + 1} "${text.trim().slice(0, 60)}"`);
  };
  const visit = (node) => {
    if (ts.isJsxElement(node) && codeTags.has(node.openingElement.tagName.getText())) return;
    for (const [at, text] of textsIn(node)) if (hasWords(text)) say(at, text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The literal texts that this node puts on the screen or into an attribute that is read out. */
function textsIn(node) {
  if (ts.isJsxText(node)) return [[node, node.text]];
  if (ts.isJsxAttribute(node) && spoken.has(node.name.getText())) return literals(node.initializer);
  if (ts.isJsxExpression(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent)))
    return literals(node);
  return [];
}

/** Strings that an expression may come to: `'a'`, `{x ? 'a' : 'b'}`, `` {`a ${b}`} ``. */
function literals(node) {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node)) return [[node, node.text]];
  if (ts.isJsxExpression(node)) return literals(node.expression);
  if (ts.isParenthesizedExpression(node)) return literals(node.expression);
  if (ts.isConditionalExpression(node)) return [...literals(node.whenTrue), ...literals(node.whenFalse)];
  if (ts.isBinaryExpression(node))
    return [...literals(node.left), ...literals(node.right)].filter(() => isChoice(node));
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => [part, part.text]);
  return [];
}

function isChoice(node) {
  const kinds = [
    ts.SyntaxKind.BarBarToken,
    ts.SyntaxKind.QuestionQuestionToken,
    ts.SyntaxKind.AmpersandAmpersandToken,
    ts.SyntaxKind.PlusToken,
  ];
  return kinds.includes(node.operatorToken.kind);
}

/** The same for every component of the web app; tests and the page of parts (development only) speak English. */
export function hardCodedTextOfWeb(folders = ['apps/web', 'shell', 'subjects'].map((room) => join(root, room))) {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.tsx') && !/\.test\.tsx$|testing|web\/parts\/|node_modules/.test(path))
    .flatMap((path) => hardCodedText(readFileSync(path, 'utf8'), relative(root, path)));
}
