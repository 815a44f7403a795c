// jsdom looks through the whole page for the control of each label, and does so for each control whose labels are asked for: of a
// large form that was half of a test's time. Here the page is looked through once, until it changes.
const labelable = 'button, input:not([type=hidden]), meter, output, progress, select, textarea';
const makers = [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLMeterElement,
  HTMLOutputElement,
  HTMLProgressElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
];

let known: Map<Element, HTMLLabelElement[]> | undefined;
const forget = () => {
  known = undefined;
};
const changes = new MutationObserver(forget);
changes.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['for', 'id', 'type'] });

function controlOf(label: HTMLLabelElement): Element | null {
  if (!label.hasAttribute('for')) return label.querySelector(labelable);
  const named = document.getElementById(label.htmlFor);
  return named?.matches(labelable) ? named : null;
}

function labelsByControl(): Map<Element, HTMLLabelElement[]> {
  const found = new Map<Element, HTMLLabelElement[]>();
  for (const label of document.querySelectorAll('label')) {
    const control = controlOf(label);
    if (control) found.set(control, [...(found.get(control) ?? []), label]);
  }
  return found;
}

for (const { prototype } of makers)
  Object.defineProperty(prototype, 'labels', {
    get(this: Element) {
      // What has changed since is told in a task of its own: asked for here, it counts at once.
      if (changes.takeRecords().length > 0) forget();
      known ??= labelsByControl();
      return known.get(this) ?? [];
    },
  });
