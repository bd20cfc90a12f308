/** What every page here has around it: head, brand, the way to the other language. And the pages that are about no payment. */
import type { Language } from '../collection/card/ports.ts';
import type { Assets } from './assets.ts';
import { languages } from './language.ts';
import { html, type Markup, type Part } from './markup.ts';
import { texts } from './texts.ts';

export interface Frame {
  language: Language;
  assets: Assets;
  title: string;
  /** Where this page is in another language. */
  addressIn: (language: Language) => string;
  /** The page is to be asked for again by itself at this address, also without a script. */
  refresh?: string;
}

/** How often a browser without a script asks again. */
const refreshSeconds = 5;

export function documentOf(frame: Frame, content: Markup): string {
  const { language, assets, title, refresh } = frame;
  const others = languages.filter((each) => each !== language);
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="${assets.addresses.style}">
<link rel="icon" href="${assets.addresses.icon}" type="image/svg+xml">
<script type="module" src="${assets.addresses.script}"></script>
${refresh !== undefined && html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}; url=${refresh}"></noscript>`}
</head>
<body>
<header class="top">
<p class="brand">${mark} Quittance</p>
${others.map((other) => languageLink(other, frame.addressIn(other)))}
</header>
<main>
${content}
</main>
</body>
</html>
`;
  return page.text;
}

/** A page that says one thing: an unknown link, a fault of ours. */
export function messagePage(frame: Omit<Frame, 'title'>, which: 'unknownLink' | 'fault', next?: Part): string {
  const { title, text } = texts[frame.language][which];
  return documentOf(
    { ...frame, title },
    html`<article class="card"><section class="now"><h1>${title}</h1><p>${text}</p>${next}</section></article>`,
  );
}

function languageLink(language: Language, address: string): Markup {
  const { languageName, switchTo } = texts[language];
  return html`<a class="language" href="${address}" lang="${language}" hreflang="${language}" title="${switchTo}">${languageName}</a>`;
}

/** A slip with a tick: the same drawing as the icon. */
const mark = html`<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false"><path d="M5 2.5h14v19l-2.33-1.6-2.34 1.6L12 19.9l-2.33 1.6-2.34-1.6L5 21.5z"/><path class="tick" d="M8.3 11.2l2.7 2.7 4.9-5.4"/></svg>`;
