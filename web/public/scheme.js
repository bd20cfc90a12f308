// Runs before anything is painted: colours and language as they were chosen last, or as the device has them.
(() => {
  const root = document.documentElement;
  // The scroll lock behind dialogs asks for the nonce of its style under this name.
  window.__webpack_nonce__ = document.querySelector('meta[name=style-nonce]')?.content;
  // Styles are written as text without a tag: that is let through, everything else is refused.
  window.trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
  const kept = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // a browser that keeps nothing: the device's own choice then
    }
  };
  let scheme = kept('mantine-color-scheme-value');
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  root.setAttribute('data-mantine-color-scheme', scheme);
  const language = kept('quittance-language') ?? navigator.language.slice(0, 2);
  root.lang = language === 'fr' ? 'fr' : 'en';
})();
