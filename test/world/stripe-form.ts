/**
 * Bodies and queries as Stripe's clients write them: `line_items[0][price_data][currency]=cad` to an object again.
 */
export type Form = { [name: string]: string | Form };

/** The pairs of a form, their brackets resolved. A list is an object with the names `0`, `1`, … */
export function readForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''));
    let place = form;
    let last = first;
    for (const part of rest) {
      const within = place[last];
      const next: Form = typeof within === 'object' ? within : {};
      place[last] = next;
      place = next;
      last = part === '' ? String(Object.keys(next).length) : part;
    }
    place[last] = value;
  }
  return form;
}

/** The value at a path, such as `line_items.0.quantity`; undefined where there is no text. */
export function textAt(form: Form, path: string): string | undefined {
  let place: string | Form | undefined = form;
  for (const part of path.split('.')) place = typeof place === 'object' ? place[part] : undefined;
  return typeof place === 'string' ? place : undefined;
}

/** The texts of a list or object at a path. */
export function textsAt(form: Form, name: string): string[] {
  const list = form[name];
  return typeof list === 'object' ? Object.values(list).filter((each) => typeof each === 'string') : [];
}
