import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { injections } from '#catalogue/testing-injections.ts';
import { Markdown } from './markdown.tsx';

const allowed = new Set(['DIV', 'P', 'STRONG', 'EM', 'A', 'UL', 'OL', 'LI', 'BLOCKQUOTE', 'CODE', 'PRE', 'BR']);
const attributes: Record<string, readonly string[]> = {
  A: ['href', 'rel', 'class'],
  OL: ['start', 'class'],
  DIV: ['class', 'lang'],
};

/** What is drawn beyond the list of what may be. */
function strangers(root: HTMLElement): string[] {
  return [...root.querySelectorAll('*')].flatMap((element) => [
    ...(allowed.has(element.tagName) ? [] : [element.outerHTML]),
    ...element
      .getAttributeNames()
      .filter((name) => !(attributes[element.tagName] ?? ['class']).includes(name))
      .map((name) => `${element.tagName} ${name}`),
    ...(element instanceof HTMLAnchorElement && !/^(https?|mailto):/.test(element.protocol) ? [element.outerHTML] : []),
  ]);
}

test('C2.14 there are enough tricks to try', () => expect(new Set(injections).size).toBeGreaterThanOrEqual(60));

test.each(injections.map((text) => [text]))('C2.14 nothing but allowed elements comes of %j', (text) => {
  const alert = vi.spyOn(globalThis, 'alert').mockImplementation(() => undefined);
  for (const written of [
    text,
    `**Words** before ${text} and after`,
    `> - ${text}`,
    `[link](${text})`,
    `${text}\n\n${text}`,
  ]) {
    const { container, unmount } = render(<Markdown text={written} />);
    expect(strangers(container)).toEqual([]);
    for (const link of container.querySelectorAll('a')) {
      expect(link.rel).toBe('nofollow noopener noreferrer ugc');
      expect(new URL(link.href).username).toBe('');
    }
    unmount();
  }
  expect(alert).not.toHaveBeenCalled();
  alert.mockRestore();
});

const draw = (text: string) =>
  render(<Markdown text={text} />).container.firstElementChild?.innerHTML.replaceAll(/ class="[^"]*"/g, '');

test('what is allowed is drawn', () => {
  expect(draw('One\n\nTwo **three** *four* `five`')).toBe(
    '<p>One</p><p>Two <strong>three</strong> <em>four</em> <code>five</code></p>',
  );
  expect(draw('- a\n- b')).toBe('<ul><li><p>a</p></li><li><p>b</p></li></ul>');
  expect(draw('3. a\n4. b')).toBe('<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>');
  expect(draw('> quoted')).toBe('<blockquote><p>quoted</p></blockquote>');
  expect(draw('```\nlet a\n```')).toBe('<pre><code>let a</code></pre>');
  expect(draw('# Head')).toBe('<p><strong>Head</strong></p>');
  expect(draw('<b>bold</b>')).toBe('<p>&lt;b&gt;bold&lt;/b&gt;</p>');
});

test('links lead where they say: http, https and mailto, written out or bare', () => {
  const link = 'rel="nofollow noopener noreferrer ugc"';
  expect(draw('[a](https://example.org/x)')).toBe(`<p><a href="https://example.org/x" ${link}>a</a></p>`);
  expect(draw('<mailto:a@example.org>')).toContain('href="mailto:a@example.org"');
  expect(draw('See https://example.org/a_b, or (http://example.com).')).toBe(
    `<p>See <a href="https://example.org/a_b" ${link}>https://example.org/a_b</a>, or (<a href="http://example.com/" ${link}>http://example.com</a>).</p>`,
  );
});

test('a text that nests a thousand times is drawn as its words, and soon', () => {
  const before = process.cpuUsage();
  for (const deep of [
    '>'.repeat(5000),
    '> '.repeat(2500) + 'x',
    '- '.repeat(1000) + 'x',
    '*'.repeat(10_000),
    '['.repeat(10_000),
    '`'.repeat(9999),
  ]) {
    const { container, unmount } = render(<Markdown text={deep} />);
    expect(strangers(container)).toEqual([]);
    unmount();
  }
  // Of this process's own time: a busy machine takes longer.
  expect(process.cpuUsage(before).user).toBeLessThan(20_000_000);
});

test('Hindi words are marked as such, whatever the page was in', () => {
  const { container } = render(<Markdown text="पानी का मीटर" lang="en" />);
  expect(container.firstElementChild).toHaveAttribute('lang', 'hi');
});
