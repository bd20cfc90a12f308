/**
 * HTML as a tagged template: what stands in the template is markup, what is put into it is text and gets escaped, so that no
 * value of a partner or payer can become markup. Values stand between tags or inside quoted attributes, nowhere else; addresses
 * in attributes are our own paths (docs/decisions/0015-payment-page.md).
 */

/** Finished markup. Only `html` makes it: outside of this file there is the type, not the class. */
class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type { Markup };

/** What may stand in a template; `undefined` and `false` stand for nothing, a list for its members one after the other. */
export type Part = Markup | string | number | bigint | undefined | false | readonly Part[];

export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(
    strings.map((markup, index) => (index === 0 ? markup : render(parts[index - 1]) + markup)).join(''),
  );
}

function render(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (character) => entities[character] as string);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
